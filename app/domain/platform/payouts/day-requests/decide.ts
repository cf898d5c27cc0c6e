import { sql, type Transaction } from 'kysely'
import { entityItself, recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { touched } from '#app/domain/core/changed.ts'
import { decidedNow } from '#app/domain/core/four-eyes/decided-now.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { scheduleOfEntity } from '../schedule.ts'
import { type DayRequest, dayRequest } from './find.ts'

/**
 * From the next payout on the organisation is paid on the day that it asked for; what is prepared already stays. Both logs
 * tell it. Of two operators one wins; the other is refused (payout_day.decided). Refuses not_found.payout_day.
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

/** The day of now stays, and another may be asked for. Refuses as accepting does. */
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
  const taken = await trx
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
  if (!taken) throw new Refusal('payout_day.decided')
  const { entity_id } = row
  const told = { entity_id, payload: { request_id: id, moment: decision.status } }
  await enqueueFor(trx, 'payout.notify_day', [told])
  return row
}
