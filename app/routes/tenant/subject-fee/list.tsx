import { useLoaderData } from '@remix-run/react'
import { subjectFeeList } from '#app/domain/catalogue/subject-fees/find-subject-fees.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'subject_fee.view', title: 'subject_fee.plural' } satisfies Handle

export const loader = listLoader(subjectFeeList)

export default function SubjectFees() {
  return <ResourceListPage noun="subject_fee" {...useLoaderData<typeof loader>()} />
}
