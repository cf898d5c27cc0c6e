import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { planEnquiry } from '#app/domain/payments/attempts/enquiry/plan-enquiry.ts'
import { payeeOf } from '#app/domain/payments/attempts/payees/payees.ts'
import type { DB } from '#db/types.ts'
import type { DeskException } from './find-exceptions.ts'

/**
 * Once nothing of an attempt stands open, nobody need look any more: one that was in doubt is over, and its invoices may
 * be paid in another way. Money that still comes is posted as a late one.
 */
export async function releaseSettled(
  trx: Transaction<DB>,
  actor: Actor,
  { attempt_id }: Pick<DeskException, 'attempt_id'>,
): Promise<void> {
  if (!attempt_id) return
  const other = await trx
    .selectFrom('platform.payment_exception')
    .select('id')
    .where('attempt_id', '=', attempt_id)
    .where('state', '<>', 'resolved')
    .executeTakeFirst()
  if (other) return
  const settled = await trx
    .updateTable('payment_attempt')
    .set({ review_reason: null })
    .where('id', '=', attempt_id)
    .returning(['id', 'order_no', 'state', 'purpose'])
    .executeTakeFirstOrThrow()
  if (settled.state !== 'needs_review') return
  await trx
    .updateTable('payment_attempt')
    .set({ state: 'failed', next_enquiry_at: null })
    .where('id', '=', attempt_id)
    .execute()
  await planEnquiry(trx, settled, null)
  await payeeOf(settled.purpose).free(trx, actor, settled, { state: 'settled' })
}
