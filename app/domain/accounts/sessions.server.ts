import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { record } from '#app/domain/audit.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import { deviceOf } from './device.ts'
import { idleDays } from './idle.ts'

/** The ways in which a session of a tenant's person can begin. */
export const signInMethods = ['email', 'phone', 'reset', 'invitation', 'organisation', 'api'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** Days that this organisation gives, in the setting `sessions`, if that is fewer than the product does. */
const days = (key: 'staff_idle_days' | 'parent_idle_days', most: number) =>
  sql`least(${sql.lit(most)}, (select (value->>${sql.lit(key)})::int from setting where key = 'sessions'))`

/** Sessions of `user_account` that were last used before this are over; by the clock of the database. */
export const idleSince = sql<Date>`now() - make_interval(days => least(
  case when user_account.roles <> array['parent'] then ${days('staff_idle_days', idleDays.staff)} end,
  case when 'parent' = any(user_account.roles) then ${days('parent_idle_days', idleDays.parent)} end))`

/** No session lives on that was last used before this. */
export const longestIdle = sql<Date>`now() - make_interval(days => ${sql.lit(idleDays.parent)})`

/** The sessions of a person that can still be used, the one used last first. */
export async function sessionsOf(db: Kysely<DB>, user_id: string) {
  const rows = await db
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.id', 'session.user_id')
    .select([
      'session.id',
      'session.method',
      'session.created_at',
      'session.last_used_at',
      'session.ip',
      'session.user_agent',
    ])
    .where('session.user_id', '=', user_id)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('session.last_used_at', '>', idleSince)
    .orderBy('session.last_used_at', 'desc')
    .orderBy('session.id')
    .execute()
  return rows.map(({ user_agent, ...row }) => ({ ...row, device: deviceOf(user_agent) }))
}

/** Ends one session of the acting person. Refuses (not_found.session) one that is gone or somebody else's. */
export async function endOwnSession(trx: Transaction<DB>, actor: Actor, id: string): Promise<void> {
  const ended = await trx
    .deleteFrom('session')
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new Refusal('not_found.session')
  await record(trx, actor, 'session.ended', { type: 'session', id })
}

/** Ends all sessions of the acting person but the one that asks; returns how many there were. */
export async function endOtherSessions(trx: Transaction<DB>, actor: Actor, own: string): Promise<number> {
  const count = await endUserSessions(trx, actor.id!, { except: own })
  if (count > 0) {
    const object = { type: 'user_account', id: actor.id }
    await record(trx, actor, 'session.others_ended', object, { after: { ended: count } })
  }
  return count
}

/**
 * Ends all sessions of a person at once: the account was switched off, its password or its roles changed. `except` is
 * the id of the session that may go on. Returns how many were ended.
 */
export async function endUserSessions(
  trx: Transaction<DB>,
  user_id: string,
  { except }: { except?: string } = {},
): Promise<number> {
  let query = trx.deleteFrom('session').where('user_id', '=', user_id)
  if (except) query = query.where('id', '<>', except)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

/** The same for an operator. */
export async function endOperatorSessions(
  trx: Transaction<DB>,
  operator_id: string,
  { except }: { except?: string } = {},
): Promise<number> {
  let query = trx.deleteFrom('platform.operator_session').where('operator_id', '=', operator_id)
  if (except) query = query.where('id', '<>', except)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}
