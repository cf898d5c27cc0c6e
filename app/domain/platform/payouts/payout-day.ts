import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { entityItself, recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { version } from '#app/domain/core/fields.ts'
import { decidedNow } from '#app/domain/core/four-eyes/decided-now.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { PayoutSchedule } from './payout.ts'

/** Monday to Friday, since banks are closed at weekends. */
export const payoutWeekdays = ['1', '2', '3', '4', '5'] as const
/** Up to 28, which every month has. */
const monthDay = z.coerce.number().int().min(1).max(28)

/** The payout day; `weekday` counts for a weekly, `month_day` for a monthly schedule. */
export const scheduleForm = z.object({
  version,
  payout_frequency: z.enum(['weekly', 'monthly']),
  weekday: z.enum(payoutWeekdays).optional(),
  month_day: monthDay.optional(),
})

/** Undefined: the day for the chosen frequency was left empty. */
export function scheduleOf(
  input: Omit<z.output<typeof scheduleForm>, 'version'>,
): PayoutSchedule | undefined {
  const { payout_frequency, weekday, month_day } = input
  const payout_day = payout_frequency === 'weekly' ? weekday && Number(weekday) : month_day
  return payout_day === undefined ? undefined : { payout_frequency, payout_day }
}

/** A schedule as the form shows it. */
export const scheduleValues = ({ payout_frequency, payout_day }: PayoutSchedule) => ({
  payout_frequency,
  [payout_frequency === 'weekly' ? 'weekday' : 'month_day']: String(payout_day),
})

/** The same, but refuses (input.required) an empty day. */
export function chosenSchedule(input: Parameters<typeof scheduleOf>[0]): PayoutSchedule {
  const schedule = scheduleOf(input)
  if (!schedule)
    throw new Refusal('input.required', input.payout_frequency === 'weekly' ? 'weekday' : 'month_day')
  return schedule
}

/** An organisation's payout schedule with name and version. Refuses not_found.entity. */
export async function scheduleOfEntity(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('platform.entity')
    .select(['id', 'name', 'version', 'payout_frequency', 'payout_day'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.entity')
  return { ...row, payout_frequency: row.payout_frequency as PayoutSchedule['payout_frequency'] }
}

/**
 * Changes an organisation's payout day. Prepared payouts stay as they are, and an earlier refused request is no longer shown.
 * Recorded in both audit logs. Refuses version_conflict.
 */
export async function setSchedule(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version }: { id: string; version: number },
  schedule: PayoutSchedule,
): Promise<string> {
  const { payout_frequency, payout_day, ...row } = await scheduleOfEntity(trx, id)
  refuseStale(row, version)
  const { numUpdatedRows } = await trx
    .updateTable('platform.entity')
    .set({ ...schedule, payout_day_set_at: sql<Date>`now()`, ...touched })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal('version_conflict')
  const before = { payout_frequency, payout_day }
  await recordInBoth(
    trx,
    actor,
    'entity.edited',
    entityItself(id),
    difference<Record<string, unknown>>(before, { ...schedule }),
  )
  return row.name
}

type DayRequestStatus = 'pending' | 'confirmed' | 'refused' | 'withdrawn'

/** The payout day that an organisation requests. */
export const dayRequestForm = scheduleForm.omit({ version: true })

/**
 * Requests another payout day from the operator; the present one stays until it is accepted. Refuses the present day
 * (payout_day.same) and a second open request (duplicate.payout_day, by constraint).
 */
export async function requestPayoutDay(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  schedule: PayoutSchedule,
): Promise<string> {
  const id = newId()
  const { payout_frequency, payout_day } = await scheduleOfEntity(trx, entity_id)
  if (payout_frequency === schedule.payout_frequency && payout_day === schedule.payout_day)
    throw new Refusal('payout_day.same', payout_frequency === 'weekly' ? 'weekday' : 'month_day')
  await trx
    .insertInto('platform.payout_day_request')
    .values({ id, ...schedule, asked_by: actor.id, asker: actor.name })
    .execute()
  const change = { before: { payout_frequency, payout_day }, after: { ...schedule } }
  await record(trx, actor, 'entity.payout_day_asked', { type: 'entity', id: entity_id }, change)
  return id
}

/** Withdraws an open request. Refuses payout_day.decided and not_found.payout_day. */
export async function withdrawPayoutDay(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  id: string,
): Promise<void> {
  const { payout_frequency, payout_day } = await dayRequest(trx, id)
  const updated = await trx
    .updateTable('platform.payout_day_request')
    .set({ status: 'withdrawn', version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  if (!updated) throw new Refusal('payout_day.decided')
  const before = { payout_frequency, payout_day }
  await record(trx, actor, 'entity.payout_day_withdrawn', { type: 'entity', id: entity_id }, { before })
}

/**
 * The organisation is paid on the requested day from the next payout on; prepared payouts stay as they are. Recorded in both
 * audit logs. Refuses payout_day.decided, also the second of two operators, and not_found.payout_day.
 */
export async function acceptPayoutDay(trx: Transaction<DB>, actor: Actor, id: string): Promise<DayRequest> {
  const row = await decided(trx, actor, id, { status: 'confirmed' })
  const { payout_frequency, payout_day } = await scheduleOfEntity(trx, row.entity_id)
  const after = { payout_frequency: row.payout_frequency, payout_day: row.payout_day }
  await trx
    .updateTable('platform.entity')
    .set({ ...after, ...touched })
    .where('id', '=', row.entity_id)
    .execute()
  const change = { before: { payout_frequency, payout_day }, after }
  await recordInBoth(trx, actor, 'entity.payout_day_confirmed', entityItself(row.entity_id), change)
  return row
}

/** The present day stays, and another may be requested. Refuses as {@link acceptPayoutDay}. */
export async function refusePayoutDay(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  decision_reason: string,
): Promise<DayRequest> {
  const row = await decided(trx, actor, id, { status: 'refused', decision_reason })
  const { payout_frequency, payout_day } = row
  const change = { before: { payout_frequency, payout_day }, after: { decision_reason } }
  await recordInBoth(trx, actor, 'entity.payout_day_refused', entityItself(row.entity_id), change)
  return row
}

async function decided(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  decision: { status: 'confirmed' | 'refused'; decision_reason?: string },
): Promise<DayRequest> {
  const row = await dayRequest(trx, id)
  const updated = await trx
    .updateTable('platform.payout_day_request')
    .set({
      ...decision,
      ...decidedNow(actor),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  if (!updated) throw new Refusal('payout_day.decided')
  const { entity_id } = row
  await enqueueFor(trx, 'payout.notify_day', [
    { entity_id, payload: { request_id: id, moment: decision.status } },
  ])
  return row
}

const requests = (db: Kysely<DB>) =>
  db
    .selectFrom('platform.payout_day_request as request')
    .innerJoin('platform.entity as entity', 'entity.id', 'request.entity_id')
    .select(['request.id', 'request.entity_id', 'entity.name as entity', 'request.payout_day'])
    .select(sql<PayoutSchedule['payout_frequency']>`request.payout_frequency`.as('payout_frequency'))
    .select(['request.asker', 'request.asked_at', 'request.decision_reason', 'request.decided_at'])
    .select(sql<DayRequestStatus>`request.status`.as('status'))
export type DayRequest = Awaited<ReturnType<typeof dayRequest>>

/** An organisation's newest request, open or decided; none if the operator has set the day since the decision. */
export async function latestDayRequest(db: Kysely<DB>, entity_id: string) {
  const row = await requests(db)
    .select('entity.payout_day_set_at as set_at')
    .where('request.entity_id', '=', entity_id)
    .orderBy('request.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { set_at, ...request } = row
  return request.decided_at !== null && set_at !== null && set_at > request.decided_at ? undefined : request
}

/** One request; row-level security limits it to what the reader may see. Refuses not_found.payout_day. */
export async function dayRequest(db: Kysely<DB>, id: string) {
  const row = await requests(db).where('request.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.payout_day')
  return row
}

/** Open requests of all organisations, the oldest first. */
export const dayRequestsWaiting = (db: Kysely<DB>) =>
  requests(db).where('request.status', '=', 'pending').orderBy('request.id').execute()
