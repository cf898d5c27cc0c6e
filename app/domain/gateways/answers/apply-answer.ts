import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { type AttemptState, isLate, isUnanswered } from '#app/domain/core/invoicing/attempt-states.ts'
import {
  raiseException,
  raiseOrphan,
  settleExceptions,
} from '#app/domain/gateways/payment-exceptions/raise-exception.ts'
import {
  type Alarm,
  alarmOf,
  denials,
  type Effect,
  type MessageClass,
  raisesException,
  type Step,
  steps,
} from '#app/domain/payments/attempts/attempt.ts'
import { lockMinutes, nextEnquiry, planEnquiry } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import { storeMessage } from '#app/domain/payments/attempts/gateway-messages.ts'
import {
  bankOf,
  claimTransaction,
  type LockedAttempt,
  lockAttempt,
} from '#app/domain/payments/attempts/locked-attempt.ts'
import type { Answer, Payee, PreparedPosting } from '#app/domain/payments/attempts/payee.ts'
import type { Ac } from '#app/integrations/fpx/answers.ts'
import type { CodeMeaning } from '#app/integrations/fpx/codes.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import type { DB } from '#db/types.ts'
import { payeeOf } from './payees.ts'

/** What an answer did to its attempt. */
export interface Applied {
  attempt_id: string
  /** Code of the attempt's public page. */
  code: string
  state: AttemptState
  effect: Effect
  alarm: Alarm | null
}

/** A message that FPX signed, before the attempt that it is about is known. */
export interface VerifiedFpxMessage extends Omit<Answer, 'at'> {
  report: Ac
  actor: Actor
}

/** Applies a message of FPX to the attempt of its order, in the schema of the organisation (or of the platform). */
export async function applyFpxMessage(
  trx: Transaction<DB>,
  attempt_id: string,
  { actor, ...answer }: VerifiedFpxMessage,
): Promise<Applied> {
  const attempt = await lockAttempt(trx, attempt_id)
  return applyToAttempt(trx, actor, attempt, { ...answer, at: attempt.now })
}

/** Stores a signed message about an unknown order, and raises an exception for the operators; in the platform's schema. */
export async function storeOrphan(
  trx: Transaction<DB>,
  { actor, channel, report, raw, fingerprint, ring }: VerifiedFpxMessage,
): Promise<void> {
  const message_id = await storeMessage(trx, actor, {
    ...{ ring, gateway: 'fpx', channel, raw, fingerprint, attempt_id: null, outcome: 'orphan' },
    response_code: report.debit_code.slice(0, 10),
    note: report.exchange_order_no.slice(0, 40),
  })
  await raiseOrphan(trx, report, message_id)
}

/**
 * Applies a verified answer of any gateway, whichever channel it came by: locks the attempt, compares the answer with the
 * stored request, looks up the state table, and does what follows, with the message in the same transaction. A second copy of
 * the answer waits for the lock, finds the work done and changes nothing.
 */
export async function applyAnswer(
  trx: Transaction<DB>,
  actor: Actor,
  attempt_id: string,
  answer: Answer,
): Promise<Applied> {
  return applyToAttempt(trx, actor, await lockAttempt(trx, attempt_id), answer)
}

/** What an answer means for its attempt. */
interface Assessment {
  answer: Answer
  meaning: CodeMeaning
  /** Why a signed answer does not match the attempt; null: it does. */
  mismatch: string | null
  step: Step
}

async function applyToAttempt(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: LockedAttempt,
  answer: Answer,
): Promise<Applied> {
  const { report, at } = answer
  const payee = payeeOf(attempt.purpose)

  // 1. Is the answer about what was requested, and is the money not that of another order?
  const { meaningOf, differences } = dialectOf(attempt.gateway)
  const meaning = meaningOf(report.debit_code)
  const differing = differences(report, attempt.request_fields)
  const claim =
    differing.length === 0 && meaning.class === 'paid'
      ? await claimTransaction(trx, attempt, answer.environment, report.txn_id)
      : null
  const mismatch = claim === 'elsewhere' ? 'id is that of another payment' : differing.join(' ') || null

  // 2. What does it do to the attempt? Returned money needs a person only as far as nobody here requested the refund.
  let step = stepOf(attempt, mismatch ? 'mismatch' : meaning.class, answer, claim)
  const reverses = step.effect === 'reverse'
  const unrequested_sen = reverses ? await payee.unrequestedRefund(trx, actor, attempt, report) : 0
  if (reverses && unrequested_sen === 0) step = { to: null, effect: 'keep' }

  // 3. Who gets the money, if it came? So far only the payment's number is written.
  const posting = await preparePosting(trx, actor, payee, attempt, answer, step)
  const alarm = posting?.alarm ?? alarmOf(step, meaning, { mismatch, claim })

  // 4. Write everything, in one round trip where possible: others wait for the attempt and for the payment's number.
  const assessed: Assessment = { answer, meaning, mismatch, step }
  const payment_id = posting?.payment_id ?? null
  const [message_id] = await Promise.all([
    storeAnswerMessage(trx, actor, attempt, assessed, alarm),
    posting?.write(),
    updateAttempt(trx, attempt, assessed, alarm),
    payment_id &&
      settleExceptions(trx, attempt, {
        ...{ transaction_id: report.txn_id, payment_id, second: step.effect === 'second' },
      }),
  ])

  // 5. Unlock what nobody paid, or extend its lock.
  if (step.effect === 'release')
    await payee.release(trx, actor, attempt, { state: step.to, code: report.debit_code })
  if (step.effect === 'reopen') await payee.relock(trx, attempt.id, lockUntil(attempt, step, at))
  if (step.to === 'awaiting_approval') await payee.extendLock(trx, attempt.id, lockUntil(attempt, step, at))

  if (alarm && raisesException(alarm.reason))
    await raiseException(trx, attempt, {
      ...{ kind: alarm.reason, report, message_id, differing },
      ...(step.effect === 'reverse'
        ? { payment_id: await payee.findPayment(trx, attempt.id), amount_sen: unrequested_sen }
        : { payment_id }),
    })
  return {
    ...{ attempt_id: attempt.id, code: attempt.public_code, state: step.to ?? attempt.state },
    ...{ effect: step.effect, alarm },
  }
}

/** Null when no money has come. */
async function preparePosting(
  trx: Transaction<DB>,
  actor: Actor,
  payee: Payee,
  attempt: LockedAttempt,
  answer: Answer,
  { effect }: Step,
): Promise<PreparedPosting | null> {
  if (effect === 'post') return payee.preparePosting(trx, actor, attempt, answer)
  return effect === 'second' ? payee.prepareSecondPosting(trx, actor, attempt, answer) : null
}

/** Stores the message as it came, with its outcome. Returns its id. */
function storeAnswerMessage(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: LockedAttempt,
  { answer, step }: Assessment,
  alarm: Alarm | null,
): Promise<string> {
  const { ring, sealed, channel, raw, fingerprint, report } = answer
  return storeMessage(trx, actor, {
    ...{ ring, sealed, gateway: attempt.gateway, channel, raw, fingerprint, attempt_id: attempt.id },
    response_code: report.debit_code.slice(0, 20),
    outcome: step.effect,
    note: alarm?.detail ?? null,
  })
}

/** Stores the new state, the facts about the money, and when the gateway is asked next. */
async function updateAttempt(
  trx: Transaction<DB>,
  attempt: LockedAttempt,
  assessed: Assessment,
  alarm: Alarm | null,
): Promise<void> {
  const { step } = assessed
  const next = nextEnquiryAt(attempt, assessed)
  const updated = trx
    .updateTable('payment_attempt')
    .set({
      state: step.to ?? attempt.state,
      next_enquiry_at: next,
      ...factsOf(attempt, assessed),
      ...(step.to === 'paid' ? { late_success: isLate(attempt.state), review_reason: null } : {}),
      ...(alarm ? { review_reason: alarm.reason } : {}),
    })
    .where('id', '=', attempt.id)
    .execute()
  const planned = next?.getTime() !== attempt.next_enquiry_at?.getTime() && planEnquiry(trx, attempt, next)
  await Promise.all([updated, planned])
}

/**
 * The step of the state table, with what the table cannot know: a second transaction brings money once more; a payer who gave up
 * is not waited for again; and FPX's own answer to our enquiry that nothing was paid unlocks the invoices of a mismatch.
 */
function stepOf(
  { state, review_reason, gateway_transaction_id, given_up_at }: LockedAttempt,
  message: MessageClass,
  { report, channel }: Answer,
  claim: 'new' | 'known' | 'elsewhere' | null,
): Step {
  const step = steps[state][message]
  if (given_up_at && step.effect === 'reopen') return { to: null, effect: 'keep' }
  const denied = denials[message]
  if (state === 'needs_review' && review_reason === 'mismatch' && channel === 'enquiry' && denied)
    return denied
  const second = step.effect === 'repeat' && claim === 'new' && report.txn_id !== gateway_transaction_id
  return second ? { to: null, effect: 'second' } : step
}

/** The invoices stay locked for the whole window of an approver, otherwise for the usual hour. */
function lockUntil(attempt: LockedAttempt, step: Step, at: Date): Date {
  return step.to === 'awaiting_approval' ? attempt.expires_at : new Date(at.getTime() + lockMinutes * 60_000)
}

/** Seconds after which the gateway is asked again about a code that it may revise. */
const askAgainSeconds = 30

/**
 * The facts of an answer that are stored with the attempt: none of a mismatch, those of an undecided answer only while nothing
 * better is known, and none that would overwrite the facts of a posted payment.
 */
function factsOf(attempt: LockedAttempt, { step, answer: { report, at }, meaning, mismatch }: Assessment) {
  const isNews = step.to !== null || (meaning.class === 'unknown' && isUnanswered(attempt.state))
  if (!isNews || mismatch) return {}
  return {
    response_code: report.debit_code.slice(0, 20),
    responded_at: at,
    bank_reference: report.debit_no || null,
    gateway_transaction_id: report.txn_id || attempt.gateway_transaction_id,
    gateway_transaction_at: report.txn_at ?? attempt.gateway_transaction_at,
    ...bankOf(attempt, report),
  }
}

/** When the gateway is asked next; null when nothing is left to ask. */
function nextEnquiryAt(
  attempt: LockedAttempt,
  { step, answer: { channel, at }, meaning }: Assessment,
): Date | null {
  const { next_enquiry_at } = attempt
  const state = step.to ?? attempt.state
  if (state === 'paid') return null
  // The gateway may revise these codes, so it is asked once more; an enquiry is that second question.
  if (meaning.requery && channel !== 'enquiry') {
    const soon = new Date(at.getTime() + askAgainSeconds * 1_000)
    return next_enquiry_at && next_enquiry_at < soon ? next_enquiry_at : soon
  }
  if (step.effect === 'release') return null
  if (step.to === 'awaiting_approval') return nextEnquiry({ ...attempt, state }, at)
  return next_enquiry_at ?? (step.to && nextEnquiry({ ...attempt, state }, at))
}
