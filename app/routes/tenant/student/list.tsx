import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { seesParents } from '#app/domain/people/parents/parent.ts'
import { studentList } from '#app/domain/people/students/find-students.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'student.view', title: 'student.plural' } satisfies Handle

export const loader = async (args: LoaderFunctionArgs) => ({
  list: await listPage(args, studentList),
  mayRestore: args.context.can('student.remove'),
  byParent: seesParents(args.context.actor.roles),
})

export default function Students() {
  const { list, mayRestore, byParent } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      open={(row) => paths.student.view(row.id)}
      add={{ label: t('student.new'), href: paths.student.new() }}
      actions={mayRestore ? <a href={paths.student.removed()}>{t('student.removed')}</a> : null}
      {...(byParent ? { searchHint: t('student.search_hint') } : {})}
      empty={{ title: t('student.empty'), hint: t('student.empty_hint') }}
    />
  )
}
