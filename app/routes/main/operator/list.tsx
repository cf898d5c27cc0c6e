import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readSearch } from '#app/domain/lists/search.ts'
import { operators } from '#app/domain/operators/find-operators.server.ts'
import {
  operatorColumns,
  operatorRoles,
  operatorStatuses,
  secondFactorStates,
} from '#app/domain/operators/operator.ts'
import { operatorSearch } from '#app/domain/operators/operator-form.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { FilterSelect } from '#app/ui/table/Filters.tsx'

/** The people who run the platform. */
export const handle = { access: 'admin.operator.view', title: 'operator.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, operatorSearch)
  return {
    page: await operators(await context.read(), search),
    mayEdit: context.operatorCan('admin.operator.edit'),
  }
}

export default function Operators() {
  const { page, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { search } = page
  const options = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`${group}.${value}`) }))
  return (
    <ListPage
      title={t('operator.plural')}
      subtitle={t('operator.subtitle')}
      columns={operatorColumns}
      page={page}
      open={(row) => paths.admin.operator.view(row.id)}
      {...(mayEdit ? { add: { label: t('operator.new'), href: paths.admin.operator.new() } } : {})}
      print={paths.admin.operator.print()}
      formats={['print', 'csv', 'xlsx']}
      searchHint={t('operator.search_hint')}
      filters={
        <>
          <FilterSelect
            name="role"
            label={t('operator.role')}
            value={search.role}
            options={options('common.role', operatorRoles)}
          />
          <FilterSelect
            name="second_factor"
            label={t('operator.second_factor')}
            value={search.second_factor}
            options={options('operator.second_factors', secondFactorStates)}
          />
          <FilterSelect
            name="status"
            label={t('operator.status')}
            value={search.status}
            options={options('common.status', operatorStatuses)}
          />
        </>
      }
    />
  )
}
