import { useLoaderData } from '@remix-run/react'
import { infaqTypeList } from '#app/domain/giving/donation-types/infaq-types.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'infaq_type.view', title: 'infaq_type.plural' } satisfies Handle

export const loader = listLoader(infaqTypeList)

export default function InfaqTypes() {
  return <ResourceListPage noun="infaq_type" {...useLoaderData<typeof loader>()} />
}
