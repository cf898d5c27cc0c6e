import { useLoaderData } from '@remix-run/react'
import { removedStudentList } from '#app/domain/people/students/find-students.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { RemovedPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'student.remove', title: 'student.removed_plural' } satisfies Handle

export const loader = listLoader(removedStudentList)

export default function RemovedStudents() {
  return <RemovedPage list={useLoaderData<typeof loader>()} noun="student" restore={paths.student.restore} />
}
