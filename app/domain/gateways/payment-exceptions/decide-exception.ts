import { sql, type Transaction } from 'kysely'
import { refundCollection } from '#app/domain/accounting/collections/change-collection.ts'
import { reverseCredit } from '#app/domain/accounting/credits/change-credit.ts'
import { returnGift } from '#app/domain/accounting/gifts/change-gift.ts'
import { refuseClosedMonth } from '#app/domain/accounting/months/month.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { isLate } from '#app/domain/core/invoicing/attempt-states.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { payeeOf } from '#app/domain/gateways/answers/payees.ts'
import { planEnquiry } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import {
  claimTransaction,
  type LockedAttempt,
  lockAttempt,
} from '#app/domain/payments/attempts/locked-attempt.ts'
import { debitFacts } from '#app/domain/payments/attempts/payee.ts'
import { reversePayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { creditOf } from '#app/domain/payments/payments/find-payments.ts'
import type { Report } from '#app/integrations/gateway/gateway.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import type { DB } from '#db/types.ts'
import { exceptionDecided, lockedException, updateException } from './change-exception.ts'
import { decisionsOf, isBookable, type ResolveInput } from './exception.ts'
import { answerOf, type Desk, type DeskException, moneyDay } from './find-exceptions.ts'

interface Circumstances {
  /** The gateway's environment, a part of a transaction's identity. */
  environment: string
  /** Opens the message. */
  ring: Keyring
  at: Date
  /** `YYYY-MM-DD` */
  today: string
}

/**
 * Decides an exception; returns its order number. `booked`: the money is posted, or stays posted. `wrong_alarm`: nothing to
 * do, with the reason. `refunded`: it was refunded outside of the product, which a second person has to confirm. Refuses a
 * decided one (payment_exception.decided), an impossible decision, a refund in the future (payment_exception.future), before
 * the money came (payment_exception.before_money) or in a closed month, and a transaction that pays something else
 * (payment_exception.claimed).
 */
export async function resolveException(
  trx: Transaction<DB>,
  actor: Actor,
  desk: Desk,
  id: string,
  { decision, version, words, ...input }: ResolveInput,
  circumstances: Circumstances,
): Promise<string> {
  const row = await lockedException(trx, desk, id)
  if (row.state !== 'open') throw exceptionDecided(row)
  refuseStale(row, version)
  if (!decisionsOf(row).includes(decision)) throw new Refusal('payment_exception.not_bookable', 'decision')
  if (decision === 'refunded') {
    const { refunded_on, reference } = input
    if (refunded_on! > circumstances.today) throw new Refusal('payment_exception.future', 'refunded_on')
    const date = await moneyDay(trx, circumstances.ring, row)
    if (refunded_on! < date) throw new Refusal('payment_exception.before_money', 'refunded_on', { date })
    // Only organisations close months; orphaned messages and the platform's own payments belong to none.
    if (row.entity_id) await refuseClosedMonth(trx, refunded_on!, 'refunded_on')
    if (isBookable(row)) await claimDebit(trx, row, circumstances)
    const proposed = { proposed_by: actor.id, proposer: actor.name, proposed_at: sql<Date>`now()` }
    const refund = { refunded_on: refunded_on!, reference: reference!, words: words ?? null }
    await updateException(
      trx,
      actor,
      row,
      'refund_proposed',
      { state: 'proposed', resolution: 'refunded', ...proposed, ...refund },
      refund,
    )
    return row.order_no
  }
  const payment_id =
    decision === 'booked' && !row.payment_id && row.attempt_id
      ? await bookException(trx, actor, row, { family_code: input.family_code, ...circumstances })
      : row.payment_id
  const set = { ...resolvedBy(actor), resolution: decision, words: words ?? null, payment_id }
  await updateException(trx, actor, row, decision, set, { payment_id, ...(words ? { words } : {}) })
  await releaseSettled(trx, actor, row)
  return row.order_no
}

/**
 * Confirms a refund as the second person; returns the order number. Credit from the money is deducted from the family, and
 * the refund is recorded as outgoing money on its day; money not posted yet is posted first. Refuses the proposer, an
 * exception without a proposal, credit already used (payment.credit_used), a transaction that pays something else
 * (payment_exception.claimed), and a day in a closed month.
 */
export async function confirmRefund(
  trx: Transaction<DB>,
  actor: Actor,
  desk: Desk,
  id: string,
  circumstances: Omit<Circumstances, 'today'>,
): Promise<string> {
  const row = await proposedException(trx, desk, id)
  refuseOwnRequest(actor, { requested_by: row.proposed_by! })
  if (row.entity_id) await refuseClosedMonth(trx, row.refunded_on!)
  const payment_id =
    row.payment_id ?? (isBookable(row) ? await bookReturned(trx, actor, row, circumstances) : null)
  if (row.kind === 'reversed') await reverseGatewayRefund(trx, actor, row, row.refunded_on!)
  else if (payment_id) await refundCredit(trx, actor, payment_id, row.refunded_on!)
  const { refunded_on, reference, proposer } = row
  const set = { ...resolvedBy(actor), payment_id }
  await updateException(trx, actor, row, 'refunded', set, { payment_id, refunded_on, reference, proposer })
  await releaseSettled(trx, actor, row)
  return row.order_no
}

/** Rejects a proposed refund, also the actor's own: the exception is open again. Returns the order number. */
export async function rejectRefund(
  trx: Transaction<DB>,
  actor: Actor,
  desk: Desk,
  id: string,
): Promise<string> {
  const row = await proposedException(trx, desk, id)
  const { refunded_on, reference, proposer } = row
  const none = { proposed_by: null, proposer: null, proposed_at: null, refunded_on: null, reference: null }
  const set = { ...none, state: 'open', resolution: null, words: null }
  await updateException(trx, actor, row, 'refund_rejected', set, { refunded_on, reference, proposer })
  return row.order_no
}

const resolvedBy = (actor: Actor) => ({
  state: 'resolved',
  resolved_by: actor.id,
  resolver: actor.name,
  resolved_at: sql<Date>`now()`,
})

async function proposedException(trx: Transaction<DB>, desk: Desk, id: string) {
  const row = await lockedException(trx, desk, id)
  if (row.state !== 'proposed') throw exceptionDecided(row)
  return row
}

interface Booking {
  /** The FPX environment; other gateways store their own with the attempt. */
  environment: string
  /** Opens the message. */
  ring: Keyring
  at: Date
}

/**
 * Posts the money of a message that a person has compared with the bank: exactly its amount, by the attempt's payee; as a
 * second debit if the order was paid before. Returns the payment. Refuses a transaction already posted
 * (payment_exception.claimed), and as the payee does.
 */
async function bookException(
  trx: Transaction<DB>,
  actor: Actor,
  row: DeskException,
  { family_code, ...about }: Booking & { family_code: string | undefined },
): Promise<string> {
  const { attempt, report, debit } = await claimDebit(trx, row, about)
  const payee = payeeOf(attempt.purpose)
  if (attempt.state === 'paid') return payee.postConfirmedSecond(trx, actor, attempt, debit, family_code)
  const payment_id = await payee.postConfirmed(trx, actor, attempt, debit, family_code)
  await settleAttempt(trx, attempt, report, about.at)
  return payment_id
}

/**
 * Posts money that was refunded before it was posted, for {@link refundCredit}. Returns the payment, null for payments to the
 * platform; refuses a transaction already posted (payment_exception.claimed).
 */
async function bookReturned(
  trx: Transaction<DB>,
  actor: Actor,
  row: DeskException,
  about: Booking,
): Promise<string | null> {
  const { attempt, debit } = await claimDebit(trx, row, about)
  return payeeOf(attempt.purpose).postReturned(trx, actor, attempt, debit)
}

/**
 * Claims the transaction of a message, so that no other process can post it, and returns its debit. Refuses a transaction
 * already posted (payment_exception.claimed).
 */
async function claimDebit(
  trx: Transaction<DB>,
  row: DeskException,
  { environment: usual, ring, at }: Booking,
) {
  const attempt = await lockAttempt(trx, row.attempt_id!)
  const environment = dialectOf(attempt.gateway).environmentOf(attempt.request_fields, usual)
  const report = await answerOf(trx, ring, row.message_id)
  if (!report || row.amount_sen === null) throw new Refusal('payment_exception.not_bookable', 'decision')
  const claim = await claimTransaction(trx, attempt, environment, report.txn_id)
  const transaction = { gateway: attempt.gateway, environment, transaction_id: report.txn_id }
  // Two messages may report the same transaction.
  if (claim === 'elsewhere' || (await payeeOf(attempt.purpose).isPosted(trx, transaction)))
    throw new Refusal('payment_exception.claimed', 'decision')
  return {
    attempt,
    report,
    debit: { ...debitFacts(attempt, { report, environment, at }), amount_sen: row.amount_sen },
  }
}

/** Marks the attempt as paid, as a matching message of success would have done. */
async function settleAttempt(
  trx: Transaction<DB>,
  attempt: LockedAttempt,
  report: Report,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('payment_attempt')
    .set({
      state: 'paid',
      late_success: isLate(attempt.state),
      next_enquiry_at: null,
      responded_at: at,
      response_code: report.debit_code.slice(0, 20),
      bank_reference: report.debit_no || null,
      gateway_transaction_id: report.txn_id,
      gateway_transaction_at: report.txn_at,
    })
    .where('id', '=', attempt.id)
    .execute()
  await planEnquiry(trx, attempt, null)
}

/**
 * Records that the organisation refunded a payment's credit from its own account. The payment stays valid, since its money
 * came in through the gateway; the refund is a line of its own on its day. Refuses credit already used
 * (payment.credit_used), a donation already spent (fund.too_little), and a day in a closed month.
 */
async function refundCredit(
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
  await reverseCredit(trx, actor, { parent_id, payment_id, sen, reason: 'refund' })
  // A payment dated later than its transaction, because the month was closed, cannot be refunded before its date.
  await refundCollection(trx, payment_id, { sen, on: refunded_on < paid_on ? paid_on : refunded_on })
}

/**
 * Records a refund made in the gateway itself. A full refund cancels the payment, and its invoices are owed again. A partial
 * refund is deducted from the family's credit (a credit note can provide it) or from the donation's fund, and the payment
 * stays valid. Refuses insufficient credit (payment.credit_used), and a donation already spent (fund.too_little).
 */
async function reverseGatewayRefund(
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
  await reverseCredit(trx, actor, { parent_id, payment_id, sen: amount_sen, reason: 'refund' })
  await refundCollection(trx, payment_id, { sen: amount_sen, on: day })
}

/**
 * Ends the review of an attempt without open exceptions and releases its invoices for another payment. Money received later
 * is posted as a late payment.
 */
async function releaseSettled(
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
  await payeeOf(settled.purpose).release(trx, actor, settled, { state: 'settled' })
}
