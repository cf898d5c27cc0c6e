import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { subjectList } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'subject.view', title: 'subject.plural' } satisfies Handle

export const loader = onlyList(subjectList)

export default function Subjects() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.subject.view(row.id)}
      add={{ label: t('subject.new'), href: paths.subject.new() }}
      empty={{ title: t('subject.empty'), hint: t('subject.empty_hint') }}
    />
  )
}
