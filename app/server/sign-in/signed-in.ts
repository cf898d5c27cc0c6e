import { redirect } from '@remix-run/node'
import type { Transaction } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { SignInMethod } from '#app/domain/core/sign-in-log.ts'
import { ownPath, paths } from '#app/paths.ts'
import { sessionCookie } from '#app/server/http/cookies.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { endSession, startOperatorSession, startUserSession } from '#app/server/session/session.ts'
import type { DB } from '#db/types.ts'

export function refuseInactive({ site }: RequestContext): void {
  if (site.side === 'tenant' && site.entity.status !== 'active') throw new Refusal('auth.inactive')
}

/**
 * A form that was posted there is answered: it may come from a page that stood open since before, and who else is
 * signed in must not read as if it had been right.
 */
export function leadOnSignedIn({ profile, isSubmission }: RequestContext): void {
  if (isSubmission) return
  if (profile === 'user') throw redirect(paths.dashboard())
  if (profile === 'operator') throw redirect(paths.admin.dashboard())
}

type SignInContext = Pick<RequestContext, 'actor' | 'presentedToken'>

/**
 * Returns its token. The session that the same browser brought ends with it, whosever it was: its cookie is
 * overwritten, and nobody could sign it out any more.
 */
export async function beginUserSession(
  trx: Transaction<DB>,
  { actor, presentedToken }: SignInContext,
  user_id: string,
  method: SignInMethod,
): Promise<string> {
  if (presentedToken) await endSession(trx, 'tenant', presentedToken)
  return startUserSession(trx, user_id, actor, method)
}

export async function beginOperatorSession(
  trx: Transaction<DB>,
  { actor, presentedToken }: SignInContext,
  operator_id: string,
): Promise<string> {
  if (presentedToken) await endSession(trx, 'main', presentedToken)
  return startOperatorSession(trx, operator_id, actor, 'email')
}

export async function signedIn(
  context: RequestContext,
  user_id: string,
  method: SignInMethod,
  { to, cookies = [] }: { to?: string | undefined; cookies?: string[] } = {},
): Promise<Response> {
  const token = await context.write((trx) => beginUserSession(trx, context, user_id, method))
  const headers = new Headers({ 'set-cookie': sessionCookie(token) })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return redirect(ownPath(to, paths.dashboard()), { headers })
}
