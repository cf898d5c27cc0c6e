import { useLoaderData } from '@remix-run/react'
import { subjectList } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'subject.view', title: 'subject.plural' } satisfies Handle

export const loader = listLoader(subjectList)

export default function Subjects() {
  return <ResourceListPage noun="subject" {...useLoaderData<typeof loader>()} />
}
