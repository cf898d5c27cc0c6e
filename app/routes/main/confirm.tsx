import { useActionData, useLoaderData } from '@remix-run/react'
import { confirmAction, confirmLoader } from '#app/server/confirm-page.ts'
import type { Handle } from '#app/server/trees.ts'
import { ConfirmPage } from '#app/ui/page/ConfirmPage.tsx'

export const handle = {
  access: 'operator',
  beforeSecondFactor: true,
  title: 'auth.confirm.title',
  look: 'public',
} satisfies Handle

export const loader = confirmLoader
export const action = confirmAction

export default function ConfirmOperator() {
  return <ConfirmPage {...useLoaderData<typeof loader>()} lastResult={useActionData<typeof action>()} />
}
