import { useLoaderData } from '@remix-run/react'
import { staffList } from '#app/domain/people/staff/find-staff.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'staff.view', title: 'staff.plural' } satisfies Handle

export const loader = listLoader(staffList)

export default function Staff() {
  return <ResourceListPage noun="staff" {...useLoaderData<typeof loader>()} />
}
