import { useTranslation } from 'react-i18next'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { Table } from '#app/ui/core/table/Table.tsx'

export interface SumLine {
  label: string
  sen: number
}

const columns = columnsOf<SumLine>()(
  { key: 'label', label: 'trace.part', room: 'who' },
  { key: 'sen', label: 'trace.amount', kind: 'money', room: 'much' },
)

/** Amounts one beneath the other, as one adds them up on paper, with what they come to. */
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
