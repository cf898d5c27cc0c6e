import { useActionData, useLoaderData } from '@remix-run/react'
import type { Handle } from '#app/server/routing/trees.ts'
import { confirmAction, confirmLoader } from '#app/server/session/confirm-page.ts'
import { ConfirmPage } from '#app/ui/identity/sign-in/ConfirmPage.tsx'

export const handle = { access: 'signed-in', title: 'auth.confirm.title', look: 'public' } satisfies Handle

export const loader = confirmLoader
export const action = confirmAction

export default function Confirm() {
  return <ConfirmPage {...useLoaderData<typeof loader>()} lastResult={useActionData<typeof action>()} />
}
