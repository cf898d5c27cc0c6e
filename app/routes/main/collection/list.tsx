import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { collectionStatuses, ledgerColumns } from '#app/domain/collections/collection.ts'
import { ledgerSearch } from '#app/domain/collections/collection-search.ts'
import { entityChoices, ledger } from '#app/domain/collections/find-collections.server.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import { paymentMethods } from '#app/domain/payments/payment.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { FilterPeriod, FilterSelect } from '#app/ui/table/Filters.tsx'

/** All money that came in, over all organisations. */
export const handle = { access: 'admin.collection.view', title: 'collection.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, ledgerSearch)
  const db = await context.read()
  const [page, entities] = await Promise.all([ledger(db, search), entityChoices(db)])
  return { page, entities, mayPrint: context.operatorCan('admin.collection.print') }
}

export default function Collections() {
  const { page, entities, mayPrint } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { search } = page
  return (
    <ListPage
      title={t('collection.plural')}
      subtitle={t('collection.all')}
      columns={ledgerColumns}
      page={page}
      {...(mayPrint ? { print: paths.admin.collectionPrint(), formats: ['print', 'csv', 'xlsx'] } : {})}
      searchHint={t('collection.ledger_search_hint')}
      empty={{ title: t('collection.empty'), hint: t('collection.empty_hint') }}
      filters={
        <>
          <FilterSelect
            name="entity_id"
            label={t('collection.entity')}
            value={search.entity_id}
            options={entities.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <FilterPeriod search={search} noun="payment" />
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
        </>
      }
    />
  )
}
