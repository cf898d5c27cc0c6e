import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '#app/paths.ts'
import { endedSessionCookie, sessionToken } from '#app/server/http/cookies.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { endSession } from '#app/server/session/session.ts'

export const handle = { access: 'guest' } satisfies Handle

/** A link to /logout changes nothing; signing out is a form. */
export const loader = () => redirect(paths.home())

export async function action({ request, context }: ActionFunctionArgs) {
  const token = sessionToken(request)
  const { side } = context.site
  if (token) await context.write((trx) => endSession(trx, side, token))
  const to = side === 'tenant' ? paths.login() : paths.admin.login()
  return redirect(to, { headers: { 'set-cookie': endedSessionCookie() } })
}
