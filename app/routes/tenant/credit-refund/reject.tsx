import { useActionData, useLoaderData } from '@remix-run/react'
import { creditRefundRequest } from '#app/server/requests/credit-refund.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineRequestPage } from '#app/ui/core/four-eyes/DeclineRequestPage.tsx'

export const handle = {
  access: 'credit_refund.approve',
  title: 'credit_refund.reject_title',
} satisfies Handle

export const loader = creditRefundRequest.reject.loader
export const action = creditRefundRequest.reject.action

export default function RejectCreditRefund() {
  return (
    <DeclineRequestPage request={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  )
}
