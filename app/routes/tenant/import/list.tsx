import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { importList } from '#app/domain/enrolment/imports/find-imports.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** What was brought from Excel, and what became of it. */
export const handle = { access: 'import.view', title: 'import.plural' } satisfies Handle

export const loader = listLoader(importList)

export default function Imports() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('import.subtitle')}
      open={({ id }) => paths.import.view(id)}
      add={{ label: t('import.new'), href: paths.import.new() }}
      searchHint={t('import.search_hint')}
      empty={{ title: t('import.empty'), hint: t('import.empty_hint') }}
    />
  )
}
