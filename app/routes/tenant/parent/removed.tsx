import { useLoaderData } from '@remix-run/react'
import { removedParentList } from '#app/domain/people/parents/find-parents.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { RemovedPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'parent.remove', title: 'parent.removed_plural' } satisfies Handle

export const loader = listLoader(removedParentList)

export default function RemovedParents() {
  return <RemovedPage list={useLoaderData<typeof loader>()} noun="parent" restore={paths.parent.restore} />
}
