import { redirect } from '@remix-run/node'
import type { Transaction } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { SignInMethod } from '#app/domain/core/sign-in-log.ts'
import { chooseLanguage } from '#app/domain/identity/accounts/language.ts'
import { chooseOperatorLanguage } from '#app/domain/platform/operators/operator-language.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { ownPath, paths } from '#app/paths.ts'
import { sessionCookie } from '#app/server/http/cookies.ts'
import { rememberLanguage } from '#app/server/http/language-choice.ts'
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

type SignInContext = Pick<RequestContext, 'actor' | 'presentedToken' | 'language' | 'cookies'>

/**
 * Returns its token. The session that the same browser brought ends with it, whosever it was: its cookie is
 * overwritten, and nobody could sign it out any more.
 */
export async function beginUserSession(
  trx: Transaction<DB>,
  context: SignInContext,
  user_id: string,
  method: SignInMethod,
): Promise<string> {
  const { actor, presentedToken } = context
  if (presentedToken) await endSession(trx, 'tenant', presentedToken)
  await takeLanguage(context, (locale, how) =>
    chooseLanguage(trx, { ...actor, type: 'user', id: user_id }, locale, how),
  )
  return startUserSession(trx, user_id, actor, method)
}

export async function beginOperatorSession(
  trx: Transaction<DB>,
  context: SignInContext,
  operator_id: string,
): Promise<string> {
  const { actor, presentedToken } = context
  if (presentedToken) await endSession(trx, 'main', presentedToken)
  await takeLanguage(context, (locale, how) =>
    chooseOperatorLanguage(trx, { ...actor, type: 'operator', id: operator_id }, locale, how),
  )
  return startOperatorSession(trx, operator_id, actor, 'email')
}

/**
 * Writes the language that was chosen before signing in to the account, and lets the browser remember the account's. The
 * next person who signs in here then keeps their own.
 */
async function takeLanguage(
  { language, cookies }: SignInContext,
  choose: (locale: Locale, how: { ifUnchosen: boolean }) => Promise<Locale>,
): Promise<void> {
  if (!language || language.from === 'account') return
  const locale = await choose(language.locale, { ifUnchosen: language.from === 'link' })
  cookies.push(await rememberLanguage({ locale, from: 'account' }))
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
