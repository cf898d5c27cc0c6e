import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { collectionList } from '#app/domain/accounting/collections/find-collections.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CollectionNav } from '#app/ui/accounting/collection/CollectionSums.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { queryWith } from '#app/ui/core/table/query.ts'

/** The money-in book; a clerk sees the day at the own branch, to count the till. */
export const handle = { access: 'collection.view', title: 'collection.plural' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  return {
    list: await listPage(args, collectionList),
    everyDay: args.context.can('collection.history'),
  }
}

export default function Collections() {
  const { list, everyDay } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      nav={<CollectionNav current="lines" query={queryWith({ ...list.page.search, page: undefined })} />}
      subtitle={t(everyDay ? 'collection.subtitle' : 'collection.today')}
      open={(row) => paths.payment.view(row.payment_id)}
      searchHint={t('collection.search_hint')}
      empty={{ title: t('collection.empty'), hint: t('collection.empty_hint') }}
    />
  )
}
