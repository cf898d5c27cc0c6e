import { useActionData, useLoaderData } from '@remix-run/react'
import { fundMoveRequest } from '#app/server/requests/fund-move.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineRequestPage } from '#app/ui/core/four-eyes/DeclineRequestPage.tsx'

export const handle = { access: 'fund_move.approve', title: 'fund_move.reject_title' } satisfies Handle

export const loader = fundMoveRequest.reject.loader
export const action = fundMoveRequest.reject.action

export default function RejectFundMove() {
  return (
    <DeclineRequestPage request={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  )
}
