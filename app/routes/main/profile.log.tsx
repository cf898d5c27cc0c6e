import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { signInsOf } from '#app/domain/operators/presence.server.ts'
import { signInColumns, signInMethods, signInOutcomes, signInSearch } from '#app/domain/operators/presence.ts'
import { readSearch } from '#app/domain/search.ts'
import { ownAccount } from '#app/server/second-factor.ts'
import type { Handle } from '#app/server/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { FilterDate, FilterSelect } from '#app/ui/table/Filters.tsx'

/** How the operator came in, and who tried to. */
export const handle = { access: 'admin.profile.view', title: 'operator.log.title' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, signInSearch)
  const { actor } = ownAccount(context)
  return { page: await signInsOf(await context.read(), actor.id, search, context.t('operator.log.unknown')) }
}

export default function SignIns() {
  const { page } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { search } = page
  const options = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`${group}.${value}`) }))
  return (
    <ListPage
      title={t('operator.log.title')}
      subtitle={t('operator.log.hint')}
      columns={signInColumns}
      page={page}
      rowKey={(row) => row.id}
      searchHint={t('operator.log.search_hint')}
      formats={[]}
      filters={
        <>
          <FilterSelect
            name="method"
            label={t('operator.log.method')}
            value={search.method}
            options={options('operator.log.methods', signInMethods)}
          />
          <FilterSelect
            name="outcome"
            label={t('operator.log.result')}
            value={search.outcome}
            options={options('operator.log.outcomes', signInOutcomes)}
          />
          <FilterDate name="from" label={t('common.from')} value={search.from} />
          <FilterDate name="to" label={t('common.to')} value={search.to} />
        </>
      }
    />
  )
}
