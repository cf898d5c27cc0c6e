import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { type Change, record, recordOperator } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { idleDays, operatorIdleHours } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'
import { deviceOf } from './device.ts'

/** The organisation's idle limit, if it is shorter than the product's. */
const days = (key: 'staff_idle_days' | 'parent_idle_days', most: number) =>
  sql`least(${sql.lit(most)}, (select (value->>${sql.lit(key)})::int from setting where key = 'sessions'))`

/** Sessions last used before this time have expired. */
export const idleSince = sql<Date>`now() - make_interval(days => least(
  case when user_account.roles <> array['parent'] then ${days('staff_idle_days', idleDays.staff)} end,
  case when 'parent' = any(user_account.roles) then ${days('parent_idle_days', idleDays.parent)} end))`

/** The same for the longest possible idle limit, whatever the organisation has set. */
export const longestIdle = sql<Date>`now() - make_interval(days => ${sql.lit(idleDays.parent)})`

/** The user's active sessions, the most recently used first. */
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

export async function operatorSessionsOf(db: Kysely<DB>, operator_id: string) {
  const rows = await db
    .selectFrom('platform.operator_session')
    .select(['id', 'method', 'created_at', 'last_used_at', 'ip', 'user_agent'])
    .where('operator_id', '=', operator_id)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_used_at', '>', sql<Date>`now() - make_interval(hours => ${operatorIdleHours})`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ user_agent, ...row }) => ({ ...row, device: deviceOf(user_agent) }))
}

const places = {
  user: { table: 'session', whose: 'user_id' },
  operator: { table: 'platform.operator_session', whose: 'operator_id' },
} as const

/** Ends one of the actor's own sessions. Refuses not_found.session. */
export async function endOwnSession(trx: Transaction<DB>, actor: Actor, id: string): Promise<void> {
  const { table, whose } = places[kindOf(actor)]
  const ended = await trx
    .deleteFrom(table)
    .where('id', '=', id)
    .where(sql.ref(whose), '=', actor.id)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new Refusal('not_found.session')
  await recordEnd(trx, actor, 'session.ended', { type: 'session', id })
}

/** Ends all sessions of the actor but the present one; returns their number. */
export async function endOtherSessions(trx: Transaction<DB>, actor: Actor, own: string): Promise<number> {
  const kind = kindOf(actor)
  const ended = await endSessions(trx, kind, actor.id!, { except: own })
  if (ended > 0) {
    const type = kind === 'user' ? 'user_account' : 'operator'
    await recordEnd(trx, actor, 'session.others_ended', { type, id: actor.id }, { after: { ended } })
  }
  return ended
}

const kindOf = ({ type }: Actor) => (type === 'operator' ? 'operator' : 'user')

function recordEnd(
  trx: Transaction<DB>,
  actor: Actor,
  action: 'session.ended' | 'session.others_ended',
  object: { type: string; id: string | null },
  change?: Change,
): Promise<void> {
  return actor.type === 'operator'
    ? recordOperator(trx, actor, action, object, change)
    : record(trx, actor, action, object, change)
}

/** Ends all sessions of a user but the one with the id `except`; returns their number. */
export const endUserSessions = (trx: Transaction<DB>, user_id: string, rest?: { except?: string }) =>
  endSessions(trx, 'user', user_id, rest)

export const endOperatorSessions = (trx: Transaction<DB>, operator_id: string, rest?: { except?: string }) =>
  endSessions(trx, 'operator', operator_id, rest)

async function endSessions(
  trx: Transaction<DB>,
  kind: keyof typeof places,
  id: string,
  { except }: { except?: string } = {},
): Promise<number> {
  const { table, whose } = places[kind]
  let query = trx.deleteFrom(table).where(sql.ref(whose), '=', id)
  if (except) query = query.where('id', '<>', except)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}
