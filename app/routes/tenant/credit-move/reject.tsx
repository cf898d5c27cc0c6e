import { useActionData, useLoaderData } from '@remix-run/react'
import { creditMoveRequest } from '#app/server/requests/credit-move.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineRequestPage } from '#app/ui/core/four-eyes/DeclineRequestPage.tsx'

export const handle = { access: 'credit_move.approve', title: 'credit_move.reject_title' } satisfies Handle

export const loader = creditMoveRequest.reject.loader
export const action = creditMoveRequest.reject.action

export default function RejectCreditMove() {
  return (
    <DeclineRequestPage request={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  )
}
