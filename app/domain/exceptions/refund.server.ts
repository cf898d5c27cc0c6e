import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { sendBack } from '#app/domain/collections/collect.server.ts'
import { takeBackCredit } from '#app/domain/credits/book-credit.server.ts'
import { returnGift } from '#app/domain/donations/take-back-gift.server.ts'
import { creditOf } from '#app/domain/payments/find-payments.server.ts'
import type { DB } from '#db/types.ts'

/**
 * The organisation has sent a payment's credit back from its own account. The payment itself stays in the books, since
 * its money came in through FPX; what went back is a line of its own on its day. Refuses (payment.credit_used) when less
 * than it is left of the family's credit, and a day in a closed month. Of a gift it leaves the fund (fund.too_little).
 */
export async function giveBackCredit(
  trx: Transaction<DB>,
  actor: Actor,
  payment_id: string,
  refunded_on: string,
): Promise<void> {
  if (await returnGift(trx, actor, payment_id, refunded_on)) return
  const { payer_parent_id: parent_id, paid_on } = await trx
    .selectFrom('payment')
    .select(['payer_parent_id', 'paid_on'])
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow()
  const sen = await creditOf(trx, payment_id)
  if (!parent_id || sen <= 0) return
  await takeBackCredit(trx, actor, { parent_id, payment_id, sen, reason: 'refund' })
  // One whose own day was closed is booked on a later one, before which nothing of it can have gone.
  await sendBack(trx, payment_id, { sen, on: refunded_on < paid_on ? paid_on : refunded_on })
}
