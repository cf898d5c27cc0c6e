import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchColumns, branchStatuses } from '#app/domain/branches/branch.ts'
import { branchSearch } from '#app/domain/branches/branch-form.ts'
import { branches } from '#app/domain/branches/find-branches.server.ts'
import { states } from '#app/domain/contact/malaysia.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { FilterSelect } from '#app/ui/table/Filters.tsx'

export const handle = { access: 'branch.view', title: 'branch.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, branchSearch)
  const page = await branches(await context.read(), context.scope('branch.view'), search)
  return { page, mayCreate: context.can('branch.create'), mayPrint: context.can('branch.print') }
}

export default function Branches() {
  const { page, mayCreate, mayPrint } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      title={t('branch.plural')}
      columns={branchColumns}
      page={page}
      open={(row) => paths.branch.view(row.id)}
      {...(mayCreate ? { add: { label: t('branch.new'), href: paths.branch.new() } } : {})}
      {...(mayPrint ? { print: paths.branch.print() } : {})}
      empty={{ title: t('branch.empty'), hint: t('branch.empty_hint') }}
      filters={
        <>
          <FilterSelect
            name="state"
            label={t('branch.state')}
            value={page.search.state}
            options={states.map((state) => ({ value: state, label: state }))}
          />
          <FilterSelect
            name="status"
            label={t('branch.status')}
            value={page.search.status}
            options={branchStatuses.map((value) => ({ value, label: t(`common.status.${value}`) }))}
          />
        </>
      }
    />
  )
}
