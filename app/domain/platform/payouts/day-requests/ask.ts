import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { PayoutSchedule } from '../payout.ts'
import { scheduleOfEntity } from '../schedule.ts'
import { dayRequest } from './find.ts'

/**
 * Asks the operator for another payout day; the one of now stays until it is accepted. Refuses the day of now
 * (payout_day.same) and a second one while one waits (duplicate.payout_day, by constraint).
 */
export async function askPayoutDay(
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

/** Takes back what nobody has decided yet. Refuses (payout_day.decided) any other, and not_found.payout_day. */
export async function withdrawPayoutDay(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  id: string,
): Promise<void> {
  const { payout_frequency, payout_day } = await dayRequest(trx, id)
  const taken = await trx
    .updateTable('platform.payout_day_request')
    .set({ status: 'withdrawn', version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw new Refusal('payout_day.decided')
  const before = { payout_frequency, payout_day }
  await record(trx, actor, 'entity.payout_day_withdrawn', { type: 'entity', id: entity_id }, { before })
}
