import { useLoaderData } from '@remix-run/react'
import { feeCategoryList } from '#app/domain/catalogue/fee-categories/fee-categories.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'fee_category.view', title: 'fee_category.plural' } satisfies Handle

export const loader = listLoader(feeCategoryList)

export default function FeeCategories() {
  return <ResourceListPage noun="fee_category" {...useLoaderData<typeof loader>()} />
}
