import { useLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { movedOf, standingOf, studentReport } from '#app/domain/reporting/reports/people/student-list.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** Students as they are today, with their contact and classes. */
export const handle = {
  access: 'report_student.view',
  title: 'report_people.student_list.title',
} satisfies Handle

export const loader = reportLoader(studentReport)

export default function StudentList() {
  const { t } = useTranslation()
  const data = useLoaderData<typeof loader>()
  return (
    <ReportPage
      {...data}
      open={({ id }) => paths.student.view(id)}
      searchHint={t('report_people.student_hint')}
    >
      <BehindFigure {...data.list.page.search} />
    </ReportPage>
  )
}

/** Says which figure's students these are, where a link led here from one. */
function BehindFigure({ moved, standing }: { moved?: string | undefined; standing?: string | undefined }) {
  const { t, i18n } = useTranslation()
  const day = (on: string) => formatDate(on, i18n.language as Locale)
  if (!moved && !standing) return null
  return (
    <Notice>
      {moved && movedWords(t, moved, day)} {standing && standingWords(t, standing, day)}{' '}
      <a href={paths.listed(studentReport.list.name, 'q=')}>{t('report_people.all_students')}</a>
    </Notice>
  )
}

function movedWords(t: TFunction, given: string, day: (on: string) => string): string {
  const { movement, from, to } = movedOf(given)
  return t(`report_people.only.${movement}`, { from: day(from), to: day(to) })
}

function standingWords(t: TFunction, given: string, day: (on: string) => string): string {
  const { standing, on } = standingOf(given)
  return t(`report_people.only_program.${standing}`, { on: day(on) })
}
