import { useActionData, useLoaderData } from '@remix-run/react'
import { noteAction, openNote } from '#app/server/payments/exception-desk.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { NotePage } from '#app/ui/gateways/payment-exception/NotePage.tsx'

export const handle = {
  access: 'admin.payment_exception.settle',
  title: 'payment_exception.note',
} satisfies Handle

export const loader = openNote
export const action = noteAction

export default function NoteException() {
  return <NotePage {...useLoaderData<typeof loader>()} lastResult={useActionData<typeof action>()} />
}
