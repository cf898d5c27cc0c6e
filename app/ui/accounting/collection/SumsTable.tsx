import { useTranslation } from 'react-i18next'
import type { CollectionSum, sumsBy } from '#app/domain/accounting/collections/sums.ts'
import { type Column, formatCell } from '#app/domain/core/lists/columns.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

type By = (typeof sumsBy)[number]

interface SumsTableProps {
  by: By
  rows: readonly CollectionSum[]
  total: Omit<CollectionSum, 'key' | 'name'>
  /** Address of the lines behind a row. */
  open: (by: By, row: CollectionSum) => string | undefined
  /** How many days there are, where not all are shown. */
  days?: number | undefined
}

const headings: Record<By, Column<keyof CollectionSum>> = {
  method: { key: 'name', label: 'collection.method', words: 'payment.methods' },
  source: { key: 'name', label: 'collection.source', words: 'collection.sources' },
  branch: { key: 'name', label: 'collection.branch' },
  clerk: { key: 'name', label: 'collection.clerk', none: 'collection.nobody' },
  day: { key: 'name', label: 'collection.collected_on', kind: 'date' },
}

/** What came in by one kind of difference, with its total: below the table where not all rows are in it. */
export function SumsTable({ by, rows, total, open, days }: SumsTableProps) {
  const { t } = useTranslation()
  const heading = { ...headings[by], room: 'who' } as const
  const cut = days !== undefined && days > rows.length
  return (
    <Section title={t(heading.label)}>
      <Table
        caption={t(heading.label)}
        columns={[
          heading,
          { key: 'lines', label: 'collection.lines', kind: 'count', room: 'table', total: true },
          { key: 'gross_sen', label: 'collection.gross', kind: 'money', room: 'table', total: true },
          { key: 'fees_sen', label: 'collection.fees', kind: 'money', room: 'wide', total: true },
          { key: 'net_sen', label: 'collection.net', kind: 'money', room: 'much', total: true },
        ]}
        rows={rows}
        totals={total}
        cells={{ name: (row) => <Name column={heading} row={row} href={open(by, row)} /> }}
        rowKey={(row) => row.key ?? 'none'}
        brief
      />
      {cut ? <p className="quiet">{t('collection.days_more', { shown: rows.length, all: days })}</p> : null}
    </Section>
  )
}

/** What nobody took has no lines that are asked for by a name. */
function Name({
  column,
  row,
  href,
}: {
  column: (typeof headings)[By]
  row: CollectionSum
  href: string | undefined
}) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const name = formatCell(column, row.name, locale, t)
  return href ? <a href={href}>{unbroken(name)}</a> : name
}
