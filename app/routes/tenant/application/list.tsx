import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { applicationList } from '#app/domain/applications/find-applications.server.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'

/** What families have handed in to register their children; a family sees its own. */
export const handle = { access: 'application.view', title: 'application.plural' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => listPage(args, applicationList)

export default function Applications() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      add={{ label: t('application.new'), href: paths.register.start() }}
      open={(row) => paths.application.view(row.id)}
      searchHint={t('application.search_hint')}
      empty={{ title: t('application.empty'), hint: t('application.empty_hint') }}
    />
  )
}
