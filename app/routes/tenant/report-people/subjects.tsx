import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchSubjectReport } from '#app/domain/reporting/reports/people/subjects.ts'
import { paths } from '#app/paths.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** Seats, places and prices of each class on a day. */
export const handle = {
  access: 'report_branch_subject.view',
  title: 'report_people.subjects.title',
} satisfies Handle

export const loader = reportLoader(branchSubjectReport)

export default function SubjectsByBranch() {
  const { t } = useTranslation()
  return (
    <ReportPage
      {...useLoaderData<typeof loader>()}
      open={({ id }) => paths.subject.view(id)}
      searchHint={t('report_people.subject_hint')}
    />
  )
}
