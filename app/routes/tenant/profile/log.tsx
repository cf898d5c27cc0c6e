import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ownSignInLists } from '#app/domain/audit/log/logins.ts'
import { listView } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { OwnSignInList } from '#app/ui/audit/log/SignInList.tsx'
import { ProfileNav } from '#app/ui/identity/account/ProfileNav.tsx'

/** The reader's own ways in, and the tries at them. */
export const handle = { access: 'profile.view', title: 'profile.log.one' } satisfies Handle

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  listView(context, ownSignInLists.user, { id: context.actor.id! }, request)

export default function LoginLog() {
  return <OwnSignInList list={useLoaderData<typeof loader>()} nav={<ProfileNav current="log" />} />
}
