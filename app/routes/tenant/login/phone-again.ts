import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { pendingSignIn, requestSignInCode } from '#app/domain/identity/codes/phone-sign-in.ts'
import { ownPath, paths } from '#app/paths.ts'
import { pendingCookie } from '#app/server/http/cookies.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { askedAgain, backToCode } from '#app/server/sign-in/code-again.ts'

export const handle = { access: 'guest' } satisfies Handle

export const loader = () => redirect(paths.loginPhone())

/** Sends another code to the number that this browser gave; the older one is void from then on. */
export async function action({ request, context }: ActionFunctionArgs) {
  const to = await backToCode(request)
  const page = paths.loginCode({ to: ownPath(to, '') })
  const pending = await pendingSignIn(await context.read(), await pendingCookie.of(request))
  if (!pending || pending.channel === 'email') throw redirect(paths.loginPhone({ to: ownPath(to, '') }))
  const { channel, address: phone } = pending
  const { locale, actor } = context
  return askedAgain(page, () => requestSignInCode(context.write, { phone, channel, locale, ip: actor.ip }))
}
