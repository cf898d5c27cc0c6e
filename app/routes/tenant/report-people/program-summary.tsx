import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { programSummaryReport } from '#app/domain/reporting/reports/people/program-summary.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** Students of each program on a day, and its money of the month. */
export const handle = {
  access: 'report_student.view',
  title: 'report_people.program_summary.title',
} satisfies Handle

export const loader = reportLoader(programSummaryReport)

export default function ProgramSummary() {
  const { t } = useTranslation()
  return <ReportPage {...useLoaderData<typeof loader>()} searchHint={t('report_people.program_hint')} />
}
