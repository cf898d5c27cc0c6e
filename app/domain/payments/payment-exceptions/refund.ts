import type { Transaction } from 'kysely'
import { sendBack } from '#app/domain/accounting/collections/collect.ts'
import { takeBackCredit } from '#app/domain/accounting/credits/book-credit.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { returnGift } from '#app/domain/giving/donations/take-back-gift.ts'
import { reversePayment } from '#app/domain/payments/payments/cancel.ts'
import { creditOf } from '#app/domain/payments/payments/find-payments.ts'
import type { DB } from '#db/types.ts'
import type { DeskException } from './find-exceptions.ts'

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
  if (await returnGift(trx, actor, payment_id, { on: refunded_on })) return
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

/**
 * The gateway itself has sent money of a payment back. All of it: the payment is cancelled, and what it paid is owed again.
 * A part of it: that went to the family, so it is taken from its credit, for which a credit note makes room, and of a gift
 * from its fund; the payment stays. Refuses (payment.credit_used) when there is less credit than that, and of a gift
 * (fund.too_little) what was spent.
 */
export async function takeBackMoney(
  trx: Transaction<DB>,
  actor: Actor,
  { payment_id, amount_sen, reference }: Pick<DeskException, 'payment_id' | 'amount_sen' | 'reference'>,
  on: string,
): Promise<void> {
  if (!payment_id || !amount_sen) return
  const payment = await trx
    .selectFrom('payment')
    .select(['payer_parent_id', 'amount_sen', 'paid_on'])
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow()
  const day = on < payment.paid_on ? payment.paid_on : on
  if (amount_sen >= payment.amount_sen)
    return reversePayment(trx, actor, payment_id, { reason: `CHIP ${reference ?? ''}`.trim(), on: day })
  if (await returnGift(trx, actor, payment_id, { on: day, sen: amount_sen })) return
  const { payer_parent_id: parent_id } = payment
  if (!parent_id) return
  await takeBackCredit(trx, actor, { parent_id, payment_id, sen: amount_sen, reason: 'refund' })
  await sendBack(trx, payment_id, { sen: amount_sen, on: day })
}
