import { useLoaderData } from '@remix-run/react'
import { trainerList } from '#app/domain/people/trainers/find-trainers.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'trainer.view', title: 'trainer.plural' } satisfies Handle

export const loader = listLoader(trainerList)

export default function Trainers() {
  return <ResourceListPage noun="trainer" {...useLoaderData<typeof loader>()} />
}
