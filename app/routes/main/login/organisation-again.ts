import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { pendingContact, requestOrganisationCode } from '#app/domain/identity/accounts/organisations.ts'
import { paths } from '#app/paths.ts'
import { pendingCookie } from '#app/server/http/cookies.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { askedAgain } from '#app/server/sign-in/code-again.ts'

export const handle = { access: 'guest' } satisfies Handle

export const loader = () => redirect(paths.organisation.ask())

/** Sends another code to the contact that this browser gave. */
export async function action({ request, context }: ActionFunctionArgs) {
  const pending = await pendingContact(await context.read(), await pendingCookie.of(request))
  if (!pending) throw redirect(paths.organisation.ask())
  const channel = pending.channel === 'email' ? 'sms' : pending.channel
  const { locale, actor } = context
  return askedAgain(paths.organisation.code(), () =>
    requestOrganisationCode(context.write, { contact: pending.address, channel, locale, ip: actor.ip }),
  )
}
