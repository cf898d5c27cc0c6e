import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { requestAddressCode } from '#app/domain/platform/operators/operator-contact.ts'
import { paths } from '#app/paths.ts'
import { ownSession, sentTo } from '#app/server/profile/contact.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ownAccount } from '#app/server/sign-in/second-factor.ts'

/** Mails a code, or another one, to the address that waits. */
export const handle = { access: 'admin.profile.edit' } satisfies Handle

export const loader = () => redirect(paths.admin.profileContact())

export async function action({ context }: ActionFunctionArgs) {
  const { write, locale, actor } = context
  const operator_id = ownAccount(context).actor.id
  const asked = { operator_id, session_id: ownSession(context), locale, ip: actor.ip }
  return sentTo(paths.admin.profileContact(), () => requestAddressCode(write, asked))
}
