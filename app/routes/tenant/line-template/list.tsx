import { useLoaderData } from '@remix-run/react'
import { lineTemplateList } from '#app/domain/catalogue/line-templates/line-templates.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'line_template.view', title: 'line_template.plural' } satisfies Handle

export const loader = listLoader(lineTemplateList)

export default function LineTemplates() {
  return <ResourceListPage noun="line_template" {...useLoaderData<typeof loader>()} />
}
