import { useLoaderData } from '@remix-run/react'
import { programList } from '#app/domain/catalogue/programs/programs.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'program.view', title: 'program.plural' } satisfies Handle

export const loader = listLoader(programList)

export default function Programs() {
  return <ResourceListPage noun="program" {...useLoaderData<typeof loader>()} />
}
