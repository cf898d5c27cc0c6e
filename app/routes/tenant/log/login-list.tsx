import { useLoaderData } from '@remix-run/react'
import { signInList } from '#app/domain/audit/log/logins.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { SignInList } from '#app/ui/audit/log/SignInList.tsx'

/** How all people of the organisation came in or were refused. */
export const handle = { access: 'audit.view', title: 'audit.login.plural' } satisfies Handle

export const loader = listLoader(signInList)

export default function SignInLog() {
  return <SignInList list={useLoaderData<typeof loader>()} />
}
