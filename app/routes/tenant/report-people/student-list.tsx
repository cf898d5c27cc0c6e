import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { studentReport } from '#app/domain/reporting/reports/people/student-list.ts'
import { paths } from '#app/paths.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** Students as they are today, with their contact and classes. */
export const handle = {
  access: 'report_student.view',
  title: 'report_people.student_list.title',
} satisfies Handle

export const loader = reportLoader(studentReport)

export default function StudentList() {
  const { t } = useTranslation()
  return (
    <ReportPage
      {...useLoaderData<typeof loader>()}
      open={({ id }) => paths.student.view(id)}
      searchHint={t('report_people.student_hint')}
    />
  )
}
