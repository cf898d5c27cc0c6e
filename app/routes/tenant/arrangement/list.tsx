import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { arrangementList } from '#app/domain/arrangements/find-arrangements.server.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'

/** What families pay in parts, and what became of it. */
export const handle = { access: 'arrangement.view', title: 'arrangement.plural' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => listPage(args, arrangementList)

export default function Arrangements() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('arrangement.subtitle')}
      open={({ id }) => paths.arrangement.view(id)}
      searchHint={t('arrangement.search_hint')}
      empty={{ title: t('arrangement.empty'), hint: t('arrangement.empty_hint') }}
    />
  )
}
