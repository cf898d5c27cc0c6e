import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { detailsReport } from '#app/domain/classes/reports/details.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { AttendanceReportNav } from '#app/ui/classes/report/AttendanceReportNav.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Each mark of each student. */
export const handle = {
  access: 'report_attendance.view',
  title: 'attendance_report.details',
} satisfies Handle

export const loader = listLoader(detailsReport)

export default function AttendanceDetails() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      nav={<AttendanceReportNav current="details" />}
      subtitle={t('attendance_report.details_subtitle')}
      open={({ student_id }) => paths.attendance.student(student_id)}
      searchHint={t('attendance_report.search_hint')}
      empty={{ title: t('attendance_report.empty'), hint: t('attendance_report.empty_hint') }}
      yours="attendance_details"
    />
  )
}
