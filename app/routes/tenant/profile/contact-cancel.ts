import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { cancelClaim } from '#app/domain/identity/contacts/claims.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { contactKind } from '#app/server/profile/contact.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Gives up a contact that waits; the one that counts stays. */
export const handle = { access: 'profile.edit' } satisfies Handle

export const loader = () => redirect(paths.profile.contact())

export async function action({ request, context }: ActionFunctionArgs) {
  const kind = contactKind(await formOf(request))
  await context.write((trx) => cancelClaim(trx, context.actor, kind))
  return redirectWith(paths.profile.contact(), 'contact_cancelled')
}
