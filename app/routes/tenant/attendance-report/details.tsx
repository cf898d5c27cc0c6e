import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { detailsReport } from '#app/domain/classes/reports/details.ts'
import { reportOf } from '#app/domain/reporting/reports/all-reports.ts'
import { paths } from '#app/paths.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { AttendanceReportNav } from '#app/ui/classes/report/AttendanceReportNav.tsx'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** Each mark of each student. */
export const handle = {
  access: 'report_attendance.view',
  title: 'attendance_report.details',
} satisfies Handle

export const loader = reportLoader(reportOf(detailsReport))

export default function AttendanceDetails() {
  const { t } = useTranslation()
  return (
    <ReportPage
      {...useLoaderData<typeof loader>()}
      nav={<AttendanceReportNav current="details" />}
      open={({ student_id }) => paths.attendance.student(student_id)}
      searchHint={t('attendance_report.search_hint')}
      empty={{ title: t('attendance_report.empty'), hint: t('attendance_report.empty_hint') }}
      yours="attendance_details"
    />
  )
}
