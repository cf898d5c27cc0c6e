import { redirect } from '@remix-run/node'
import type { SignInMethod } from '#app/domain/log/login.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { ownPath, paths } from '#app/paths.ts'
import type { RequestContext } from './context.ts'
import { sessionCookie } from './cookies.ts'
import { startUserSession } from './session.ts'

/** Refuses to let anybody into an organisation that is switched off. */
export function refuseInactive({ site }: RequestContext): void {
  if (site.side === 'tenant' && site.entity.status !== 'active') throw new Refusal('auth.inactive')
}

/** A new session for somebody of this organisation, and on to where they wanted to go. */
export async function signedIn(
  context: RequestContext,
  user_id: string,
  method: SignInMethod,
  { to, cookies = [] }: { to?: string | undefined; cookies?: string[] } = {},
): Promise<Response> {
  const token = await context.write((trx) => startUserSession(trx, user_id, context.actor, method))
  const headers = new Headers({ 'set-cookie': sessionCookie(token) })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return redirect(ownPath(to, paths.dashboard()), { headers })
}
