import type { Kysely } from 'kysely'
import { type Actor, nobody } from '#app/domain/core/actor.ts'
import { localeOf } from '#app/i18n/i18n.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { helperCookie } from '#app/server/http/cookies.ts'
import type { LanguageChoice } from '#app/server/http/language-choice.ts'
import type { Site } from '#app/server/routing/site.ts'
import { helperSession } from '#app/server/session/helper-session.ts'
import {
  type OperatorSession,
  operatorSession,
  type Session,
  type UserSession,
  userSession,
} from '#app/server/session/session.ts'
import type { DB } from '#db/types.ts'

// Who sends a request: session, language and actor, which are settled before Remix runs.

interface Tokens {
  /** Of a session. */
  token: string | undefined
  /** Of an operator's support visit, which takes precedence over any session of the same browser. */
  visit: string | undefined
}

/** The session of a request, undefined without any token. `read` is asked for a connection only when there is a token. */
export async function sessionOf(
  site: Site,
  { token, visit }: Tokens,
  read: () => Promise<Kysely<DB>>,
): Promise<Session | undefined> {
  if (site.side === 'main') return token ? operatorSession(await read(), token) : undefined
  if (site.entity.status !== 'active') return token || visit ? { kind: 'nobody' } : undefined
  const helper = visit && (await helperSession(await read(), visit))
  if (helper) return helper
  if (token) return userSession(await read(), token)
  return visit ? { kind: 'ended' } : undefined
}

/** The token of a support visit; ignored on the main host and in calls of the API. */
export const visitToken = (site: Site, api: boolean, request: Request) =>
  site.side === 'tenant' && !api ? helperCookie.of(request) : undefined

/**
 * A signed-in person reads their own language, unless the switch was used in this browser since. Anybody else reads what
 * the browser remembers or the link names, or else what the browser asks for, or the organisation's, in this order.
 */
export async function languageOf(
  site: Site,
  session: Session | undefined,
  choice: LanguageChoice | undefined,
  request: Request,
): Promise<Locale> {
  if ((isSignedIn(session) || session?.kind === 'helper') && choice?.from !== 'switch') return session.locale
  if (choice) return choice.locale
  return localeOf(request, site.side === 'tenant' ? site.entity.default_locale : 'en')
}

export function isSignedIn(session: Session | undefined): session is UserSession | OperatorSession {
  return session?.kind === 'user' || session?.kind === 'operator'
}

/** Who acts in this request, as permissions, queries and the audit log need it. */
export function actorOf(
  session: Session | undefined,
  visit: Pick<Actor, 'ip' | 'user_agent' | 'request_id'>,
): Actor {
  const guest: Actor = { ...nobody, ...visit }
  if (session?.kind === 'user') {
    const { user_id, name, roles, branch_ids, parent_id } = session
    return { ...guest, type: 'user', id: user_id, name, roles, branch_ids, parent_id }
  }
  if (session?.kind === 'operator') {
    const { operator_id: id, name, role: operator_role } = session
    return { ...guest, type: 'operator', id, name, operator_role }
  }
  if (session?.kind === 'helper') {
    const { operator_id: id, name } = session
    return { ...guest, type: 'operator', id, name, roles: ['helper'] }
  }
  return guest
}
