import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { entityItself, recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { version } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
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
