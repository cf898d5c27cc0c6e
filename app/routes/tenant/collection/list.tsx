import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { collectionColumns, collectionStatuses } from '#app/domain/collections/collection.ts'
import { collectionSearch } from '#app/domain/collections/collection-search.ts'
import { collections } from '#app/domain/collections/find-collections.server.ts'
import { branchChoices } from '#app/domain/invoices/choices.server.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import { paymentMethods } from '#app/domain/payments/payment.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { FilterPeriod, FilterSelect } from '#app/ui/table/Filters.tsx'

/** The money-in book; a clerk sees the day at the own branch, to count the till. */
export const handle = { access: 'collection.view', title: 'collection.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, collectionSearch)
  const scope = context.scope('collection.view')
  const db = await context.read()
  const everyDay = context.can('collection.history')
  const [page, branches] = await Promise.all([
    collections(db, scope, search, everyDay ? undefined : context.today),
    branchChoices(db, scope),
  ])
  return { page, branches, everyDay, mayPrint: context.can('collection.print') }
}

export default function Collections() {
  const { page, branches, everyDay, mayPrint } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { search } = page
  return (
    <ListPage
      title={t('collection.plural')}
      subtitle={t(everyDay ? 'collection.subtitle' : 'collection.today')}
      columns={collectionColumns}
      page={page}
      open={(row) => paths.payment.view(row.payment_id)}
      {...(mayPrint ? { print: paths.collection.print() } : {})}
      searchHint={t('collection.search_hint')}
      empty={{ title: t('collection.empty'), hint: t('collection.empty_hint') }}
      filters={
        <>
          {everyDay && <FilterPeriod search={search} noun="payment" />}
          <FilterSelect
            name="method"
            label={t('collection.method')}
            value={search.method}
            options={paymentMethods.map((value) => ({ value, label: t(`payment.methods.${value}`) }))}
          />
          <FilterSelect
            name="status"
            label={t('collection.status')}
            value={search.status}
            options={collectionStatuses.map((value) => ({ value, label: t(`common.status.${value}`) }))}
          />
          {branches.length > 0 && (
            <FilterSelect
              name="branch_id"
              label={t('collection.branch')}
              value={search.branch_id}
              options={branches.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </>
      }
    />
  )
}
