import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchOptions } from '#app/domain/branches/find-branches.server.ts'
import { departmentColumns, departmentStatuses } from '#app/domain/departments/department.ts'
import { departmentSearch } from '#app/domain/departments/department-form.ts'
import { departments } from '#app/domain/departments/find-departments.server.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { FilterSelect } from '#app/ui/table/Filters.tsx'

export const handle = { access: 'department.view', title: 'department.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, departmentSearch)
  const db = await context.read()
  const [page, branches] = await Promise.all([
    departments(db, context.scope('department.view'), search),
    branchOptions(db),
  ])
  return {
    page,
    branches,
    mayCreate: context.can('department.create'),
    mayPrint: context.can('department.print'),
  }
}

export default function Departments() {
  const { page, branches, mayCreate, mayPrint } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      title={t('department.plural')}
      columns={departmentColumns}
      page={page}
      open={(row) => paths.department.view(row.id)}
      {...(mayCreate ? { add: { label: t('department.new'), href: paths.department.new() } } : {})}
      {...(mayPrint ? { print: paths.department.print() } : {})}
      empty={{ title: t('department.empty'), hint: t('department.empty_hint') }}
      filters={
        <>
          <FilterSelect
            name="branch_id"
            label={t('department.branch_id')}
            value={page.search.branch_id}
            options={branches.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <FilterSelect
            name="status"
            label={t('department.status')}
            value={page.search.status}
            options={departmentStatuses.map((value) => ({ value, label: t(`common.status.${value}`) }))}
          />
        </>
      }
    />
  )
}
