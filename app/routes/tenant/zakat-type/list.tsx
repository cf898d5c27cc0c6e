import { useLoaderData } from '@remix-run/react'
import { zakatTypeList } from '#app/domain/giving/donation-types/zakat-types.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'zakat_type.view', title: 'zakat_type.plural' } satisfies Handle

export const loader = listLoader(zakatTypeList)

export default function ZakatTypes() {
  return <ResourceListPage noun="zakat_type" {...useLoaderData<typeof loader>()} />
}
