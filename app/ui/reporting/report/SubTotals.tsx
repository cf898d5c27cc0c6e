import { useTranslation } from 'react-i18next'
import { type Column, formatCell } from '#app/domain/core/lists/columns.ts'
import { type Grouping, groupTable } from '#app/domain/reporting/reports/grouping.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'

/** Sub-totals of a report by one of its columns, with their sum; on the page and on paper. */
export function SubTotals({ grouping, brief }: { grouping: Grouping; brief?: true }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const { title, columns, rows, totals } = groupTable(grouping, { t, locale, write: formatCell })
  return (
    <TableSection
      title={title}
      columns={columns as Column<never>[]}
      rows={rows}
      totals={totals}
      {...(brief && { brief })}
    />
  )
}
