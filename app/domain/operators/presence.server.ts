import { type Kysely, sql, type Transaction } from 'kysely'
import { deviceInWords, deviceOf } from '#app/domain/accounts/device.ts'
import { operatorIdleHours } from '#app/domain/accounts/idle.ts'
import { endOperatorSessions } from '#app/domain/accounts/sessions.server.ts'
import type { Actor } from '#app/domain/actor.ts'
import { recordOperator } from '#app/domain/audit.ts'
import { paginate } from '#app/domain/paginate.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { containing } from '#app/domain/search.ts'
import type { DB } from '#db/types.ts'
import { goodResults, type SignInSearch } from './presence.ts'

/** How an operator came in or was refused, the newest first. `unknown`: the word for a device that told nothing. */
export async function signInsOf(db: Kysely<DB>, operator_id: string, search: SignInSearch, unknown: string) {
  const { method, outcome, from, to, q } = search
  const on = sql<string>`(at at time zone 'Asia/Kuala_Lumpur')::date`
  let query = db
    .selectFrom('platform.login_log')
    .select(['id', 'at', 'method', 'result', 'ip', 'user_agent'])
    .where('operator_id', '=', operator_id)
  if (method) query = query.where('method', '=', method)
  if (outcome) query = query.where('result', outcome === 'success' ? 'in' : 'not in', goodResults)
  if (from) query = query.where(on, '>=', from)
  if (to) query = query.where(on, '<=', to)
  if (q) query = query.where('ip', 'ilike', containing(q))
  const page = await paginate(query, search, { sorts: { at: 'at' }, standard: '-at', tie: 'id' })
  const rows = page.rows.map(({ user_agent, result, ...row }) => ({
    ...row,
    result: (goodResults as readonly string[]).includes(result) ? result : 'refused',
    device: deviceInWords(deviceOf(user_agent), unknown),
  }))
  return { ...page, rows }
}

/** The sessions of an operator that are not over, the one used last first. */
export async function openSessions(db: Kysely<DB>, operator_id: string, unknown: string) {
  const rows = await db
    .selectFrom('platform.operator_session')
    .select(['id', 'created_at', 'last_used_at', 'ip', 'user_agent'])
    .where('operator_id', '=', operator_id)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_used_at', '>', sql<Date>`now() - make_interval(hours => ${operatorIdleHours})`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ user_agent, ...row }) => ({
    ...row,
    device: deviceInWords(deviceOf(user_agent), unknown),
  }))
}

/** Signs the acting operator out elsewhere. Refuses (not_found.session) a session that is gone or somebody else's. */
export async function endOwnSession(trx: Transaction<DB>, actor: Actor, id: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('platform.operator_session')
    .where('id', '=', id)
    .where('operator_id', '=', actor.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found.session')
  await recordOperator(trx, actor, 'session.ended', { type: 'session', id })
}

/** Signs the acting operator out everywhere but in the session that asks; returns how many sessions there were. */
export async function endOtherSessions(
  trx: Transaction<DB>,
  actor: Actor & { id: string },
  own: string,
): Promise<number> {
  const ended = await endOperatorSessions(trx, actor.id, { except: own })
  if (ended > 0) {
    const object = { type: 'operator', id: actor.id }
    await recordOperator(trx, actor, 'session.others_ended', object, { after: { ended } })
  }
  return ended
}
