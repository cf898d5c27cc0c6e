import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { cancelAddress } from '#app/domain/platform/operators/operator-contact.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ownAccount } from '#app/server/sign-in/second-factor.ts'

/** Gives up the address that waits; the one that counts stays. */
export const handle = { access: 'admin.profile.edit' } satisfies Handle

export const loader = () => redirect(paths.admin.profileContact())

export async function action({ context }: ActionFunctionArgs) {
  await context.write((trx) => cancelAddress(trx, ownAccount(context).actor))
  return redirectWith(paths.admin.profile(), 'contact_cancelled')
}
