import { useLoaderData } from '@remix-run/react'
import { moduleList } from '#app/domain/catalogue/modules/modules.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'module.view', title: 'module.plural' } satisfies Handle

export const loader = listLoader(moduleList)

export default function Modules() {
  return <ResourceListPage noun="module" {...useLoaderData<typeof loader>()} />
}
