import { useLoaderData } from '@remix-run/react'
import { departmentList } from '#app/domain/catalogue/departments/departments.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'department.view', title: 'department.plural' } satisfies Handle

export const loader = listLoader(departmentList)

export default function Departments() {
  return <ResourceListPage noun="department" {...useLoaderData<typeof loader>()} />
}
