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
  // What a row has in files only, such as each month, has no room here either.
  const columns = grouping.columns.filter(({ only }) => only !== 'file')
  const table = groupTable({ ...grouping, columns }, { t, locale, write: formatCell })
  return (
    <TableSection
      title={table.title}
      columns={table.columns as Column<never>[]}
      rows={table.rows}
      totals={table.totals}
      {...(links && { cells: linkedFigures(table.columns, links, { t, locale }) })}
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
    return href && row[column.key] ? <a href={href}>{text}</a> : text
  }
  return Object.fromEntries(
    columns
      .filter(({ key }) => links.some((link) => key in link))
      .map((column) => [column.key, cell(column)]),
  )
}
