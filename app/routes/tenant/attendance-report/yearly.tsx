import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { yearlyReport } from '#app/domain/classes/reports/yearly.ts'
import { monthKeys } from '#app/domain/core/lists/calendar-filters.ts'
import { formatCell } from '#app/domain/core/lists/columns.ts'
import { reportOf } from '#app/domain/reporting/reports/all-reports.ts'
import { paths } from '#app/paths.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { AttendanceReportNav } from '#app/ui/classes/report/AttendanceReportNav.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** Each student in each year, month by month. */
export const handle = { access: 'report_attendance.view', title: 'attendance_report.yearly' } satisfies Handle

export const loader = reportLoader(reportOf(yearlyReport))

export default function YearlyAttendance() {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ReportPage
      {...useLoaderData<typeof loader>()}
      nav={<AttendanceReportNav current="yearly" />}
      open={({ student_id, year }) => paths.attendance.student(student_id, { year })}
      // Twelve columns have room on paper and in files; on a screen of any width the months are a line below the name.
      note={(row) =>
        `${row.year}: ${monthKeys
          .filter((month) => row[month] !== null)
          .map(
            (month) =>
              `${t(`attendance_report.months.${month}`)} ${formatCell({ kind: 'share' }, row[month], locale, t)}`,
          )
          .join(' · ')}`
      }
      searchHint={t('attendance_report.search_hint')}
      empty={{ title: t('attendance_report.empty'), hint: t('attendance_report.empty_hint') }}
      yours="yearly_attendance"
    />
  )
}
