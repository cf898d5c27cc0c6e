import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ledgerList } from '#app/domain/accounting/collections/find-collections.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** All money that came in, over all organisations. */
export const handle = { access: 'admin.collection.view', title: 'collection.plural' } satisfies Handle

export const loader = listLoader(ledgerList)

export default function Collections() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('collection.all')}
      open={({ id }) => paths.admin.collectionView(id)}
      searchHint={t('collection.ledger_search_hint')}
      empty={{ title: t('collection.empty'), hint: t('collection.empty_hint') }}
    />
  )
}
