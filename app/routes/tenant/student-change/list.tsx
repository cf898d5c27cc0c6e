import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { studentChangeList } from '#app/domain/people/student-changes/find-student-changes.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** What families asked to have changed of their children: the office decides, a family follows its own. */
export const handle = { access: 'student_change.view', title: 'student_change.plural' } satisfies Handle

export const loader = listLoader(studentChangeList)

export default function StudentChanges() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('student_change.subtitle')}
      yours="student_change"
      open={({ id }) => paths.student_change.view(id)}
      searchHint={t('student_change.search_hint')}
      empty={{ title: t('student_change.empty'), hint: t('student_change.empty_hint') }}
    />
  )
}
