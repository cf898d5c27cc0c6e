import { useActionData, useLoaderData } from '@remix-run/react'
import { creditNoteRequest } from '#app/server/requests/credit-note.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineRequestPage } from '#app/ui/core/four-eyes/DeclineRequestPage.tsx'

export const handle = { access: 'refund.approve', title: 'credit_note.reject_title' } satisfies Handle

export const loader = creditNoteRequest.reject.loader
export const action = creditNoteRequest.reject.action

export default function RejectCreditNote() {
  return (
    <DeclineRequestPage request={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  )
}
