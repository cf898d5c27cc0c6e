import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { trainerReport } from '#app/domain/classes/reports/trainers.ts'
import { reportOf } from '#app/domain/reporting/reports/all-reports.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { AttendanceReportNav } from '#app/ui/classes/report/AttendanceReportNav.tsx'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** What each trainer held, month by month. */
export const handle = { access: 'report_trainer.view', title: 'attendance_report.trainer' } satisfies Handle

export const loader = reportLoader(reportOf(trainerReport))

export default function TrainerAttendance() {
  const { t } = useTranslation()
  return (
    <ReportPage
      {...useLoaderData<typeof loader>()}
      nav={<AttendanceReportNav current="trainer" />}
      searchHint={t('attendance_report.trainer_search_hint')}
      empty={{ title: t('attendance_report.empty'), hint: t('attendance_report.empty_hint') }}
    />
  )
}
