import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ownSignInLists } from '#app/domain/audit/log/logins.ts'
import { listView } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ownAccount } from '#app/server/sign-in/second-factor.ts'
import { OwnSignInList } from '#app/ui/audit/log/SignInList.tsx'

/** How the operator came in, and who tried to. */
export const handle = { access: 'admin.profile.view', title: 'profile.log.one' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id } = ownAccount(context).actor
  return listView(context, ownSignInLists.operator, { id }, request)
}

export default function SignIns() {
  return <OwnSignInList list={useLoaderData<typeof loader>()} />
}
