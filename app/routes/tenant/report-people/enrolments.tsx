import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { enrolmentReport } from '#app/domain/reporting/reports/people/subjects.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** Who has a seat in which class on a day. */
export const handle = {
  access: 'report_branch_subject.view',
  title: 'report_people.enrolments.title',
} satisfies Handle

export const loader = reportLoader(enrolmentReport)

export default function SeatsOnDay() {
  const { t } = useTranslation()
  return <ReportPage {...useLoaderData<typeof loader>()} searchHint={t('report_people.seat_hint')} />
}
