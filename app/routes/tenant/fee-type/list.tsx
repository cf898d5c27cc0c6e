import { useLoaderData } from '@remix-run/react'
import { feeTypeList } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'fee_type.view', title: 'fee_type.plural' } satisfies Handle

export const loader = listLoader(feeTypeList)

export default function FeeTypes() {
  return <ResourceListPage noun="fee_type" {...useLoaderData<typeof loader>()} />
}
