import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { trainerReport } from '#app/domain/classes/reports/trainers.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { AttendanceReportNav } from '#app/ui/classes/report/AttendanceReportNav.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** What each trainer held, month by month. */
export const handle = { access: 'report_trainer.view', title: 'attendance_report.trainer' } satisfies Handle

export const loader = listLoader(trainerReport)

export default function TrainerAttendance() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      nav={<AttendanceReportNav current="trainer" />}
      subtitle={t('attendance_report.trainer_subtitle')}
      searchHint={t('attendance_report.trainer_search_hint')}
      empty={{ title: t('attendance_report.empty'), hint: t('attendance_report.empty_hint') }}
    />
  )
}
