import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { drawerList } from '#app/domain/payments/drawers/find-drawers.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'collection.view', title: 'drawer.plural' } satisfies Handle

export const loader = listLoader(drawerList)

export default function Drawers() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('drawer.subtitle')}
      open={({ id }) => paths.drawer.view(id)}
      searchHint={t('drawer.search_hint')}
      empty={{ title: t('drawer.empty'), hint: t('drawer.empty_hint') }}
    />
  )
}
