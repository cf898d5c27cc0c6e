import { useTranslation } from 'react-i18next'
import type { CollectionSum, sumsBy } from '#app/domain/accounting/collections/find-collections.ts'
import { type Column, formatCell } from '#app/domain/core/lists/columns.ts'
import { paths } from '#app/paths.ts'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { SubNav } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

type By = (typeof sumsBy)[number]

interface SumsTableProps {
  by: By
  rows: readonly CollectionSum[]
  total: Omit<CollectionSum, 'key' | 'name'>
  /** URL of the collections of a row. */
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

/** Collections grouped by one criterion, with the total; a note says when rows are left out. */
export function SumsTable({ by, rows, total, open, days }: SumsTableProps) {
  const { t } = useTranslation()
  const heading = { ...headings[by], room: 'who' } as const
  const cut = days !== undefined && days > rows.length
  return (
    <TableSection
      title={t(heading.label)}
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
    >
      {cut ? <p className="quiet">{t('collection.days_more', { shown: rows.length, all: days })}</p> : null}
    </TableSection>
  )
}

/** Links to the collections of a group; a group without a clerk cannot be filtered. */
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

/** Navigation between collections and their sums, for the same search. */
export function CollectionNav({ current, query }: { current: 'lines' | 'sums'; query: string }) {
  const { t } = useTranslation()
  return (
    <SubNav
      label={t('collection.plural')}
      items={[
        {
          label: t('collection.each'),
          href: `${paths.collection.list()}${query}`,
          current: current === 'lines',
        },
        {
          label: t('collection.sums'),
          href: `${paths.collection.sums()}${query}`,
          current: current === 'sums',
        },
      ]}
    />
  )
}
