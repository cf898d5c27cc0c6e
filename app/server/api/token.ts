import { type Kysely, sql } from 'kysely'
import { countUse, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { tokenHash } from '#app/domain/identity/passwords/tokens.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Side } from '#app/server/routing/site.ts'
import type { DB } from '#db/types.ts'
import { bearerToken } from './bearer.ts'

/** Of one address of the network; then they are not looked up any more. */
const wrongTokens = { points: 30, seconds: 600 }

/** An unknown token is counted and logged, since somebody may be guessing. */
export async function tokenRefusal(context: RequestContext, request: Request): Promise<Refusal> {
  const { site, session, actor, services } = context
  if (session?.kind === 'nobody') {
    const closed = site.side === 'tenant' && site.entity.status !== 'active'
    return new Refusal(closed ? 'auth.entity_inactive' : 'auth.inactive')
  }
  const token = bearerToken(request)
  const end = token ? await endOf(await context.read(), site.side, token) : 'unknown'
  if (end === 'expired') return new Refusal('auth.token_expired')
  if (end === 'idle') return new Refusal('session_timeout')
  if (request.headers.has('authorization')) {
    const { requestId } = context
    services.log.warn({ requestId, host: site.host, ip: actor.ip }, 'api token refused')
    const { allowed } = await context.write((trx) =>
      countUse(trx, visitorKey('api.token', actor.ip), wrongTokens),
    )
    if (!allowed) return new Refusal('too_many_requests')
  }
  return new Refusal('auth.token_invalid')
}

/** The row is still there while its time or its idle limit ended the session. */
async function endOf(db: Kysely<DB>, side: Side, token: string): Promise<'expired' | 'idle' | 'unknown'> {
  const row = await db
    .selectFrom(side === 'tenant' ? 'session' : 'platform.operator_session')
    .select(sql<boolean>`expires_at <= now()`.as('expired'))
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  if (!row) return 'unknown'
  return row.expired ? 'expired' : 'idle'
}
