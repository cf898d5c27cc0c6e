import { useActionData, useLoaderData } from '@remix-run/react'
import { creditRefundRequest } from '#app/server/requests/credit-refund.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineRequestPage } from '#app/ui/core/four-eyes/DeclineRequestPage.tsx'

export const handle = {
  access: 'credit_refund.approve',
  title: 'credit_refund.cancel_title',
} satisfies Handle

export const loader = creditRefundRequest.cancel.loader
export const action = creditRefundRequest.cancel.action

export default function CancelCreditRefund() {
  return (
    <DeclineRequestPage request={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  )
}
