import { useActionData, useLoaderData } from '@remix-run/react'
import { studentDiscountRequest } from '#app/server/requests/student-discount.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineRequestPage } from '#app/ui/core/four-eyes/DeclineRequestPage.tsx'

export const handle = {
  access: 'student_discount.approve',
  title: 'student_discount.reject_title',
} satisfies Handle

export const loader = studentDiscountRequest.reject.loader
export const action = studentDiscountRequest.reject.action

export default function RejectStudentDiscount() {
  return (
    <DeclineRequestPage request={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  )
}
