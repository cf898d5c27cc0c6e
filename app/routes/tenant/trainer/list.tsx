import { useLoaderData } from '@remix-run/react'
import { trainerList } from '#app/domain/people/trainers/find-trainers.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'trainer.view', title: 'trainer.plural' } satisfies Handle

export const loader = onlyList(trainerList)

export default function Trainers() {
  return <ResourceListPage noun="trainer" {...useLoaderData<typeof loader>()} />
}
