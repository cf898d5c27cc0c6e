import { useLoaderData } from '@remix-run/react'
import { branchList } from '#app/domain/catalogue/branches/branches.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'branch.view', title: 'branch.plural' } satisfies Handle

export const loader = listLoader(branchList)

export default function Branches() {
  return <ResourceListPage noun="branch" {...useLoaderData<typeof loader>()} />
}
