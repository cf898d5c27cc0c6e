import { useLoaderData } from '@remix-run/react'
import { discountList } from '#app/domain/catalogue/discounts/discounts.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'discount.view', title: 'discount.plural' } satisfies Handle

export const loader = listLoader(discountList)

export default function Discounts() {
  return <ResourceListPage noun="discount" {...useLoaderData<typeof loader>()} />
}
