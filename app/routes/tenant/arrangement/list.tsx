import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { arrangementList } from '#app/domain/billing/arrangements/find-arrangements.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** What families pay in parts, and what became of it. */
export const handle = { access: 'arrangement.view', title: 'arrangement.plural' } satisfies Handle

export const loader = async (args: LoaderFunctionArgs) => ({
  list: await listPage(args, arrangementList),
  isFamily: args.context.scope('arrangement.view').scope === 'own',
})

export default function Arrangements() {
  const { list, isFamily } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const whose = isFamily ? 'yours_' : ''
  return (
    <ListPage
      {...list}
      subtitle={t(`arrangement.${whose}subtitle`)}
      open={({ id }) => paths.arrangement.view(id)}
      searchHint={t('arrangement.search_hint')}
      empty={{ title: t(`arrangement.${whose}empty`), hint: t(`arrangement.${whose}empty_hint`) }}
    />
  )
}
