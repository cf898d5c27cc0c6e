import type { Transaction } from 'kysely'
import { giftOfAttempt, secondGift } from '#app/domain/accounting/gifts/find-gift.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { noFee } from '#app/domain/core/invoicing/payment-rules.ts'
import {
  confirmedPayment,
  invoicePayee,
  requestedPayment,
  secondDebitAlarm,
  toPreparedPosting,
} from '#app/domain/payments/attempts/invoice-payee.ts'
import type { LockedAttempt } from '#app/domain/payments/attempts/locked-attempt.ts'
import { type ConfirmedDebit, noPosting, type Payee } from '#app/domain/payments/attempts/payee.ts'
import { postGift, prepareGift } from '#app/domain/payments/payments/post-payment.ts'
import { newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'

/**
 * The payee of donations. No invoice is locked, so nothing has to be released; the payment is posted like that of invoices.
 */
export const giftPayee: Payee = {
  ...invoicePayee,
  async preparePosting(trx, actor, attempt, answer) {
    const gift = await giftOfAttempt(trx, attempt.id)
    return toPreparedPosting(await prepareGift(trx, actor, { ...requestedPayment(attempt, answer), gift }))
  },
  // Donors have no credit, so a person decides about a second debit.
  prepareSecondPosting: async (_trx, _actor, attempt, answer) => noPosting(secondDebitAlarm(attempt, answer)),
  async postConfirmed(trx, actor, attempt, debit) {
    const gift = await giftOfAttempt(trx, attempt.id)
    return (await postGift(trx, actor, { ...confirmedPayment(attempt, debit), gift })).payment_id
  },
  postConfirmedSecond: (trx, actor, attempt, debit) => postSecondGift(trx, actor, attempt, debit),
  postReturned: (trx, actor, attempt, debit) =>
    postSecondGift(trx, actor, attempt, { ...debit, mails: false }),
  async branchesOf(trx, attempt_id) {
    const { branch_id } = await giftOfAttempt(trx, attempt_id)
    return [branch_id]
  },
}

/** Posts a second debit as a further donation to the same type. */
async function postSecondGift(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: LockedAttempt,
  debit: ConfirmedDebit & { mails?: boolean },
): Promise<string> {
  const first = await giftOfAttempt(trx, attempt.id)
  const public_code = newPublicCode()
  await trx.insertInto('platform.public_code').values({ code: public_code, kind: 'payment' }).execute()
  const { payment_id } = await postGift(trx, actor, {
    ...{ ...debit, ...noFee, public_code },
    gift: await secondGift(trx, first, debit.amount_sen),
    gateway: { ...debit.gateway, second: true },
  })
  return payment_id
}
