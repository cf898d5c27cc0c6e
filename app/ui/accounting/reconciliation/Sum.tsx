import { useTranslation } from 'react-i18next'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { Table } from '#app/ui/core/table/Table.tsx'

interface SumLine {
  label: string
  sen: number
}

const columns = columnsOf<SumLine>()(
  { key: 'label', label: 'trace.part', room: 'who' },
  { key: 'sen', label: 'trace.amount', kind: 'money', room: 'much' },
)

/** Amounts in a column with their total. */
export function Sum({ lines, total }: { lines: readonly SumLine[]; total: SumLine }) {
  const { t } = useTranslation()
  return (
    <Table
      caption={t('trace.adds_up')}
      columns={columns.map((column) => (column.key === 'sen' ? { ...column, total: true as const } : column))}
      rows={lines}
      totals={{ sen: total.sen }}
      totalsLabel={total.label}
      rowKey={({ label }) => label}
      brief
    />
  )
}

type Part = 'gross_sen' | 'fees_sen' | 'paid_sen' | 'held_sen' | 'reversed_sen' | 'difference_sen'

/** FPX receipts and everything that accounts for them, down to the difference. */
export function EquationSums({ row }: { row: Record<Part, number> }) {
  const { t } = useTranslation()
  const parts = (['fees', 'paid', 'held', 'reversed'] as const).map(
    (part): SumLine => ({ label: t(`admin.equation.${part}`), sen: -row[`${part}_sen`] }),
  )
  return (
    <Sum
      lines={[{ label: t('admin.equation.gross'), sen: row.gross_sen }, ...parts]}
      total={{ label: t('admin.equation.difference'), sen: row.difference_sen }}
    />
  )
}
