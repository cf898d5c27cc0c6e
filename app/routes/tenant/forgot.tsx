import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { forgotAction, forgotLoader } from '#app/server/sign-in/recovery.ts'
import { ForgotPage } from '#app/ui/identity/sign-in/RecoveryPages.tsx'

export const handle = { access: 'guest', title: 'auth.forgot.title', look: 'public' } satisfies Handle

export const loader = forgotLoader
export const action = forgotAction

export default function Forgot() {
  const { sent } = useLoaderData<typeof loader>()
  return <ForgotPage sent={sent} signIn={paths.login()} lastResult={useActionData<typeof action>()} />
}
