import { useTranslation } from 'react-i18next'
import { type Column, formatCell } from '#app/domain/core/lists/columns.ts'
import { type Grouping, groupTable } from '#app/domain/reporting/reports/grouping.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'

interface SubTotalsProps {
  grouping: Grouping
  /** For each group the addresses of the rows that make its figures, by column. */
  links?: readonly Readonly<Record<string, string>>[]
  brief?: true
}

/** Sub-totals of a report by one of its columns, with their sum; on the page and on paper. */
export function SubTotals({ grouping, links, brief }: SubTotalsProps) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const { title, columns, rows, totals } = groupTable(grouping, { t, locale, write: formatCell })
  return (
    <TableSection
      title={title}
      columns={columns as Column<never>[]}
      rows={rows}
      totals={totals}
      {...(links && { cells: linkedFigures(columns, links, { t, locale }) })}
      {...(brief && { brief })}
    />
  )
}

/** The rows of a table of groups are called by their places. */
function linkedFigures(
  columns: readonly Column[],
  links: NonNullable<SubTotalsProps['links']>,
  { t, locale }: { t: ReturnType<typeof useTranslation>['t']; locale: Locale },
) {
  const cell = (column: Column) => (row: Readonly<Record<string, unknown>>) => {
    const text = formatCell(column, row[column.key], locale, t)
    const href = links[Number(row.id)]?.[column.key]
    return href && text ? <a href={href}>{text}</a> : text
  }
  return Object.fromEntries(
    columns
      .filter(({ key }) => links.some((link) => key in link))
      .map((column) => [column.key, cell(column)]),
  )
}
