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
  lockedAttempt,
} from '#app/domain/payments/attempts/locked-attempt.ts'
import { debitOf } from '#app/domain/payments/attempts/payee.ts'
import { reversePayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { creditOf } from '#app/domain/payments/payments/find-payments.ts'
import type { Report } from '#app/integrations/gateway/gateway.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import type { DB } from '#db/types.ts'
import { lockedException, updateException } from './change-exception.ts'
import { decisionsOf, isBookable, type ResolveInput } from './exception.ts'
import { answerOf, type Desk, type DeskException, moneyDay } from './find-exceptions.ts'

interface Circumstances {
  /** Part of what makes a transaction of the gateway unique. */
  environment: string
  /** Opens the message. */
  ring: Keyring
  at: Date
  /** `YYYY-MM-DD` */
  today: string
}

/**
 * `booked`: the money is entered where it belongs, or stays where it is entered already. `wrong_alarm`: there is
 * nothing to do, and why. `refunded`: it went back outside of Lunas; a second person has to say so, too. Refuses one
 * that somebody decided before (payment_exception.decided), a decision that it cannot have, and a refund on a day
 * to come (payment_exception.future), before its money came (payment_exception.before_money) or in a closed month, and
 * both of money that pays something else (payment_exception.claimed).
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
  if (row.state !== 'open') throw new Refusal('payment_exception.decided')
  refuseStale(row, version)
  if (!decisionsOf(row).includes(decision)) throw new Refusal('payment_exception.not_bookable', 'decision')
  if (decision === 'refunded') {
    const { refunded_on, reference } = input
    if (refunded_on! > circumstances.today) throw new Refusal('payment_exception.future', 'refunded_on')
    const date = await moneyDay(trx, circumstances.ring, row)
    if (refunded_on! < date) throw new Refusal('payment_exception.before_money', 'refunded_on', { date })
    // The books of an organisation have months; a message of nobody, or of the platform, is in none of them.
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
 * The second pair of eyes. What had become the family's credit is taken from it, and the books have it as money that went
 * out on its day; money that nobody had entered, and of which a message is sure, is entered as it came, too. Refuses who
 * proposed it, one that is not proposed, a credit that the family has used (payment.credit_used), a transaction that pays
 * something else by now (payment_exception.claimed), and a day whose month was closed since.
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

/** It stands open again, as it was before somebody said that the money went back; also for who said it. */
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
  if (row.state !== 'proposed') throw new Refusal('payment_exception.decided')
  return row
}

interface Booking {
  /** Of FPX; what came by another gateway names its own. */
  environment: string
  /** Opens the message. */
  ring: Keyring
  at: Date
}

/**
 * Enters the money of a message that a person has compared with the bank: exactly the amount that the message names, as its
 * payee enters it; of an order that was paid before, as money that has come once more. Returns the payment. Refuses a
 * transaction that pays by now (payment_exception.claimed), and what its payee refuses.
 */
async function bookException(
  trx: Transaction<DB>,
  actor: Actor,
  row: DeskException,
  { family_code, ...about }: Booking & { family_code: string | undefined },
): Promise<string> {
  const { attempt, ac, debit } = await claimDebit(trx, row, about)
  const payee = payeeOf(attempt.purpose)
  if (attempt.state === 'paid') return payee.bookSecond(trx, actor, attempt, debit, family_code)
  const payment_id = await payee.book(trx, actor, attempt, debit, family_code)
  await settleAttempt(trx, attempt, ac, about.at)
  return payment_id
}

/**
 * Enters money that went back before anybody had entered it, until {@link refundCredit}. Returns the payment, null where the
 * platform was paid; refuses a transaction that pays by now (payment_exception.claimed).
 */
async function bookReturned(
  trx: Transaction<DB>,
  actor: Actor,
  row: DeskException,
  about: Booking,
): Promise<string | null> {
  const { attempt, debit } = await claimDebit(trx, row, about)
  return payeeOf(attempt.purpose).bookReturned(trx, actor, attempt, debit)
}

/**
 * The money of the message as it is entered, once nobody else can enter it. Refuses a transaction that pays by now
 * (payment_exception.claimed).
 */
async function claimDebit(
  trx: Transaction<DB>,
  row: DeskException,
  { environment: usual, ring, at }: Booking,
) {
  const attempt = await lockedAttempt(trx, row.attempt_id!)
  const environment = dialectOf(attempt.gateway).environmentOf(attempt.request_fields, usual)
  const ac = await answerOf(trx, ring, row.message_id)
  if (!ac || row.amount_sen === null) throw new Refusal('payment_exception.not_bookable', 'decision')
  const claim = await claimTransaction(trx, attempt, environment, ac.txn_id)
  const transaction = { gateway: attempt.gateway, environment, transaction_id: ac.txn_id }
  // Two messages may tell of one transaction, of which one came as it was asked.
  if (claim === 'elsewhere' || (await payeeOf(attempt.purpose).isPosted(trx, transaction)))
    throw new Refusal('payment_exception.claimed', 'decision')
  return { attempt, ac, debit: { ...debitOf(attempt, { ac, environment, at }), amount_sen: row.amount_sen } }
}

/** The attempt ends as a message of success would have ended it, had it been as asked. */
async function settleAttempt(
  trx: Transaction<DB>,
  attempt: LockedAttempt,
  ac: Report,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('payment_attempt')
    .set({
      state: 'paid',
      late_success: isLate(attempt.state),
      next_enquiry_at: null,
      responded_at: at,
      response_code: ac.debit_code.slice(0, 20),
      bank_reference: ac.debit_no || null,
      gateway_transaction_id: ac.txn_id,
      gateway_transaction_at: ac.txn_at,
    })
    .where('id', '=', attempt.id)
    .execute()
  await planEnquiry(trx, attempt, null)
}

/**
 * The organisation has sent a payment's credit back from its own account. The payment itself stays in the books, since
 * its money came in through FPX; what went back is a line of its own on its day. Refuses (payment.credit_used) when less
 * than it is left of the family's credit, and a day in a closed month. Of a gift it leaves the fund (fund.too_little).
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
  // One whose own day was closed is booked on a later one, before which nothing of it can have gone.
  await refundCollection(trx, payment_id, { sen, on: refunded_on < paid_on ? paid_on : refunded_on })
}

/**
 * The gateway itself has sent money of a payment back. All of it: the payment is cancelled, and what it paid is owed again.
 * A part of it: that went to the family, so it is taken from its credit, for which a credit note makes room, and of a gift
 * from its fund; the payment stays. Refuses (payment.credit_used) when there is less credit than that, and of a gift
 * (fund.too_little) what was spent.
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
 * Once nothing of an attempt stands open, nobody need look any more: one that was in doubt is over, and its invoices may
 * be paid in another way. Money that still comes is posted as a late one.
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
  await payeeOf(settled.purpose).free(trx, actor, settled, { state: 'settled' })
}
