import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { freeLines, type HeldPayout, heldAt, move, tellBooks } from './held.ts'
import type { PayoutMoment } from './payout.ts'

interface Paid {
  version: number
  bank_reference: string
  paid_on: string
}

/**
 * The bank has paid it: its lines are paid out, and what was taken back of them meanwhile stays taken back, which the next
 * payout makes up for. Refuses a day to come and one before it was approved.
 */
export async function markPaid(trx: Transaction<DB>, actor: Actor, id: string, input: Paid, today: string) {
  const { version, bank_reference, paid_on } = input
  const payout = await heldAt(trx, id, { version, among: ['processing'] })
  if (paid_on > today) throw new Refusal('payout.day_in_future', 'paid_on')
  if (paid_on < todayIn(payout.approved_at!)) throw new Refusal('payout.day_too_early', 'paid_on')
  await move(
    trx,
    actor,
    payout,
    'paid',
    { status: 'paid', bank_reference, paid_on },
    { bank_reference, paid_on },
  )
  await trx
    .updateTable('platform.ledger')
    .set({ status: 'paid_out', updated_at: sql<Date>`now()` })
    .where('payout_id', '=', id)
    .where('status', '=', 'settled')
    .execute()
  await tellBooks(trx, [payout.entity_id])
  await tellOrganisation(trx, payout, 'paid')
  return payout.number
}

/** The bank has not paid it; its lines wait for the next one. */
export async function markFailed(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  { version, fail_reason }: { version: number; fail_reason: string },
) {
  const payout = await heldAt(trx, id, { version, among: ['processing'] })
  await move(trx, actor, payout, 'failed', { status: 'failed', fail_reason }, { reason: fail_reason })
  await freeLines(trx, id)
  await tellBooks(trx, [payout.entity_id])
  await tellOrganisation(trx, payout, 'failed')
  return payout.number
}

/** Mails to the organisation, once this is kept. */
const tellOrganisation = (
  trx: Transaction<DB>,
  { id: payout_id, entity_id }: Pick<HeldPayout, 'id' | 'entity_id'>,
  moment: PayoutMoment,
) => enqueueFor(trx, 'payout.notify', [{ entity_id, payload: { payout_id, moment } }])
