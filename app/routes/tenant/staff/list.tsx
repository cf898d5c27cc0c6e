import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { roles } from '#app/domain/access.ts'
import { departmentOptions } from '#app/domain/departments/find-departments.server.ts'
import { branchChoices } from '#app/domain/invoices/choices.server.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import { staffMembers } from '#app/domain/staff/find-staff.server.ts'
import { accountStatuses, seesDetails, staffColumns } from '#app/domain/staff/staff.ts'
import { staffSearch } from '#app/domain/staff/staff-form.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { FilterSelect } from '#app/ui/table/Filters.tsx'

export const handle = { access: 'staff.view', title: 'staff.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, staffSearch)
  const scope = context.scope('staff.view')
  const details = seesDetails(context.actor.roles)
  const db = await context.read()
  const [page, branches, departments] = await Promise.all([
    staffMembers(db, scope, search, details),
    branchChoices(db, scope),
    departmentOptions(db, search.department_id),
  ])
  return {
    page,
    branches,
    departments,
    details,
    mayCreate: context.can('staff.create'),
    mayPrint: context.can('staff.print'),
  }
}

export default function Staff() {
  const { page, branches, departments, details, mayCreate, mayPrint } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const named = (rows: readonly { id: string; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }))
  const worded = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`${group}.${value}`) }))
  const { search } = page
  return (
    <ListPage
      title={t('staff.plural')}
      columns={staffColumns(details)}
      page={page}
      open={(row) => paths.staff.view(row.id)}
      {...(mayCreate ? { add: { label: t('staff.new'), href: paths.staff.new() } } : {})}
      {...(mayPrint ? { print: paths.staff.print() } : {})}
      empty={{ title: t('staff.empty'), hint: t('staff.empty_hint') }}
      filters={
        <>
          {branches.length > 0 ? (
            <FilterSelect
              name="branch_id"
              label={t('staff.branch')}
              value={search.branch_id}
              options={named(branches)}
            />
          ) : null}
          <FilterSelect
            name="department_id"
            label={t('staff.department_id')}
            value={search.department_id}
            options={named(departments)}
          />
          {details ? (
            <FilterSelect
              name="role"
              label={t('staff.role')}
              value={search.role}
              options={worded('common.role', roles)}
            />
          ) : null}
          <FilterSelect
            name="status"
            label={t('staff.status')}
            value={search.status}
            options={worded('common.status', accountStatuses)}
          />
        </>
      }
    />
  )
}
