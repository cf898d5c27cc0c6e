import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { studentYearlyReport } from '#app/domain/reporting/reports/people/student-yearly.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** How many students came, went and stayed in each month of a year. */
export const handle = {
  access: 'report_student.view',
  title: 'report_people.student_yearly.title',
} satisfies Handle

export const loader = reportLoader(studentYearlyReport)

export default function StudentsByMonth() {
  const { t } = useTranslation()
  return <ReportPage {...useLoaderData<typeof loader>()} searchHint={t('report_people.month_hint')} />
}
