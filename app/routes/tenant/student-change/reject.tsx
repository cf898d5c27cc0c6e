import { useActionData, useLoaderData } from '@remix-run/react'
import { studentChangeRequest } from '#app/server/requests/student-change.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineRequestPage } from '#app/ui/core/four-eyes/DeclineRequestPage.tsx'

export const handle = { access: 'student.edit', title: 'student_change.reject_title' } satisfies Handle

export const loader = studentChangeRequest.reject.loader
export const action = studentChangeRequest.reject.action

export default function RejectStudentChange() {
  return (
    <DeclineRequestPage request={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  )
}
