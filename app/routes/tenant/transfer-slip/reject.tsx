import { useActionData, useLoaderData } from '@remix-run/react'
import { transferSlipRequest } from '#app/server/requests/transfer-slip.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineRequestPage } from '#app/ui/core/four-eyes/DeclineRequestPage.tsx'

export const handle = { access: 'payment.confirm_slip', title: 'transfer_slip.reject_title' } satisfies Handle

export const loader = transferSlipRequest.reject.loader
export const action = transferSlipRequest.reject.action

export default function RejectSlip() {
  return (
    <DeclineRequestPage request={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  )
}
