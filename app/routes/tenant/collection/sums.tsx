import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  type CollectionSum,
  collectionList,
  collectionSums,
  sumsBy,
} from '#app/domain/accounting/collections/find-collections.ts'
import { startOfMonth } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { listPage, readerOf } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CollectionNav, SumsTable } from '#app/ui/accounting/collection/CollectionSums.tsx'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { ListTools } from '#app/ui/core/table/ListTools.tsx'
import { queryWith } from '#app/ui/core/table/query.ts'

/** What the money-in book comes to by method, source, branch, clerk and day; of this month unless the address says. */
export const handle = { access: 'collection.view', title: 'collection.sums' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args
  const everyDay = context.can('collection.history')
  const { searchParams } = new URL(request.url)
  if (everyDay && searchParams.size === 0)
    throw redirect(`${paths.collection.sums()}?from=${startOfMonth(context.today)}&to=${context.today}`)
  const reader = readerOf(context, collectionList.access.view!)
  const search = collectionList.search.parse(Object.fromEntries(searchParams))
  const [list, sums] = await Promise.all([
    listPage(args, collectionList),
    collectionSums(await context.read(), reader, search),
  ])
  return { list, sums, everyDay }
}

/** By which filter of the lines the rows of a part are found again. */
const filterOf = { method: 'method', source: 'source', branch: 'branch_id', clerk: 'clerk' } as const

export default function CollectionSums() {
  const { list, sums, everyDay } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const search = { ...list.page.search, page: undefined, sort: undefined }
  const linesOf = (by: (typeof sumsBy)[number], { key }: CollectionSum) => {
    if (key === null) return undefined
    const more = by === 'day' ? { from: key, to: key } : { [filterOf[by]]: key }
    return `${paths.collection.list()}${queryWith({ ...search, ...more })}`
  }
  return (
    <>
      <PageHeader
        title={t('collection.plural')}
        subtitle={t(everyDay ? 'collection.sums_subtitle' : 'collection.today')}
      />
      <CollectionNav current="sums" query={queryWith(search)} />
      <ListTools {...list} columns={[]} searchHint={t('collection.search_hint')} />
      {sums.total.lines === 0 ? (
        <EmptyState title={t('collection.sums_empty')} />
      ) : (
        sumsBy.map((by) => (
          <SumsTable
            key={by}
            by={by}
            rows={sums.parts[by]}
            total={sums.total}
            open={linesOf}
            days={by === 'day' ? sums.days : undefined}
          />
        ))
      )}
    </>
  )
}
