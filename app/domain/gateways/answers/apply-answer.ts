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
  isOnDesk,
  type MessageClass,
  type Step,
  steps,
} from '#app/domain/payments/attempts/attempt.ts'
import { lockMinutes, nextEnquiry, planEnquiry } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import { storeMessage } from '#app/domain/payments/attempts/gateway-messages.ts'
import {
  bankOf,
  claimTransaction,
  type LockedAttempt,
  lockedAttempt,
} from '#app/domain/payments/attempts/locked-attempt.ts'
import type { Answer, Arrival, Payee } from '#app/domain/payments/attempts/payee.ts'
import type { Ac } from '#app/integrations/fpx/answers.ts'
import type { CodeMeaning } from '#app/integrations/fpx/codes.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import type { DB } from '#db/types.ts'
import { payeeOf } from './payees.ts'

export interface Applied {
  attempt_id: string
  /** Code of the attempt's public page. */
  code: string
  state: AttemptState
  effect: Effect
  alarm: Alarm | null
}

/** A message that FPX signed, before it is known whose it is. */
export interface Verified extends Omit<Answer, 'at'> {
  ac: Ac
  actor: Actor
}

/** To the attempt of its order, as it was kept when it came; at the place of the organisation. */
export async function applyVerified(
  trx: Transaction<DB>,
  attempt_id: string,
  { actor, ...answer }: Verified,
): Promise<Applied> {
  const attempt = await lockedAttempt(trx, attempt_id)
  return applyToLocked(trx, actor, attempt, { ...answer, at: attempt.now })
}

/** About an order that nobody made: kept whole, and an operator finds it on the desk. At the platform's place. */
export async function storeOrphan(
  trx: Transaction<DB>,
  { actor, channel, ac, raw, fingerprint, ring }: Verified,
): Promise<void> {
  const message_id = await storeMessage(trx, actor, {
    ...{ ring, gateway: 'fpx', channel, raw, fingerprint, attempt_id: null, outcome: 'orphan' },
    response_code: ac.debit_code.slice(0, 10),
    note: ac.exchange_order_no.slice(0, 40),
  })
  await raiseOrphan(trx, ac, message_id)
}

/**
 * What a verified answer of a gateway does, however it came: row lock, comparison with the stored request, state table, and
 * what follows, with the message in the same transaction. Whoever comes second finds the work done and changes nothing.
 */
export async function applyAnswer(
  trx: Transaction<DB>,
  actor: Actor,
  attempt_id: string,
  answer: Answer,
): Promise<Applied> {
  return applyToLocked(trx, actor, await lockedAttempt(trx, attempt_id), answer)
}

/** What an answer turned out to be. */
interface Told {
  answer: Answer
  meaning: CodeMeaning
  /** Why a signed answer is not the attempt's. */
  doubt: string | null
  step: Step
}

async function applyToLocked(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: LockedAttempt,
  answer: Answer,
): Promise<Applied> {
  const { ac, at } = answer
  const payee = payeeOf(attempt.purpose)

  // Whether it is about what was asked for, and nobody else's money.
  const { meaningOf, differences } = dialectOf(attempt.gateway)
  const meaning = meaningOf(ac.debit_code)
  const differing = differences(ac, attempt.request_fields)
  const claim =
    differing.length === 0 && meaning.class === 'paid'
      ? await claimTransaction(trx, attempt, answer.environment, ac.txn_id)
      : null
  const doubt = claim === 'elsewhere' ? 'id is that of another payment' : differing.join(' ') || null

  // What it does to the attempt. Of money that went back a person need look only at what nobody here has asked for.
  let step = stepOf(attempt, doubt ? 'mismatch' : meaning.class, answer, claim)
  const reverses = step.effect === 'reverse'
  const unasked_sen = reverses ? await payee.unaskedOf(trx, actor, attempt, ac) : 0
  if (reverses && unasked_sen === 0) step = { to: null, effect: 'keep' }

  // Who gets the money, if it came. Nothing of that is written yet but the payment's number.
  const arrival = await arrivalOf(trx, actor, payee, attempt, answer, step)
  const alarm = arrival?.alarm ?? alarmOf(step, meaning, { doubt, claim })

  // All that is written, in one flight where it can be: others wait for the attempt and for the payment's number.
  const told: Told = { answer, meaning, doubt, step }
  const payment_id = arrival?.payment_id ?? null
  const [message_id] = await Promise.all([
    storeAnswer(trx, actor, attempt, told, alarm),
    arrival?.write(),
    markAttempt(trx, attempt, told, alarm),
    payment_id &&
      settleExceptions(trx, attempt, {
        ...{ transaction_id: ac.txn_id, payment_id, second: step.effect === 'second' },
      }),
  ])

  // What nobody paid is free again, or held for longer.
  if (step.effect === 'release')
    await payee.free(trx, actor, attempt, { state: step.to, code: ac.debit_code })
  if (step.effect === 'reopen') await payee.retake(trx, attempt.id, lockEnd(attempt, step, at))
  if (step.to === 'awaiting_approval') await payee.extend(trx, attempt.id, lockEnd(attempt, step, at))

  if (alarm && isOnDesk(alarm.reason))
    await raiseException(trx, attempt, {
      ...{ kind: alarm.reason, ac, message_id, differing },
      ...(step.effect === 'reverse'
        ? { payment_id: await payee.paymentOf(trx, attempt.id), amount_sen: unasked_sen }
        : { payment_id }),
    })
  return {
    ...{ attempt_id: attempt.id, code: attempt.public_code, state: step.to ?? attempt.state },
    ...{ effect: step.effect, alarm },
  }
}

/** Null where no money has come. */
async function arrivalOf(
  trx: Transaction<DB>,
  actor: Actor,
  payee: Payee,
  attempt: LockedAttempt,
  answer: Answer,
  { effect }: Step,
): Promise<Arrival | null> {
  if (effect === 'post') return payee.prepare(trx, actor, attempt, answer)
  return effect === 'second' ? payee.prepareSecond(trx, actor, attempt, answer) : null
}

/** The message as it came, with what it did. Returns its id. */
function storeAnswer(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: LockedAttempt,
  { answer, step }: Told,
  alarm: Alarm | null,
): Promise<string> {
  const { ring, sealed, channel, raw, fingerprint, ac } = answer
  return storeMessage(trx, actor, {
    ...{ ring, sealed, gateway: attempt.gateway, channel, raw, fingerprint, attempt_id: attempt.id },
    response_code: ac.debit_code.slice(0, 20),
    outcome: step.effect,
    note: alarm?.detail ?? null,
  })
}

/** Its new state, what is known of the money, and when the gateway is asked next. */
async function markAttempt(
  trx: Transaction<DB>,
  attempt: LockedAttempt,
  told: Told,
  alarm: Alarm | null,
): Promise<void> {
  const { step } = told
  const next = nextTime(attempt, told)
  const marked = trx
    .updateTable('payment_attempt')
    .set({
      state: step.to ?? attempt.state,
      next_enquiry_at: next,
      ...factsOf(attempt, told),
      ...(step.to === 'paid' ? { late_success: isLate(attempt.state), review_reason: null } : {}),
      ...(alarm ? { review_reason: alarm.reason } : {}),
    })
    .where('id', '=', attempt.id)
    .execute()
  const planned = next?.getTime() !== attempt.next_enquiry_at?.getTime() && planEnquiry(trx, attempt, next)
  await Promise.all([marked, planned])
}

/**
 * The table's step, but for what it cannot know of: the money of a second transaction; and FPX's own word, asked for
 * with the values of the request, that nothing was paid after all, which frees the invoices that a mismatch holds.
 */
function stepOf(
  { state, review_reason, gateway_transaction_id, given_up_at }: LockedAttempt,
  message: MessageClass,
  { ac, channel }: Answer,
  claim: 'new' | 'known' | 'elsewhere' | null,
): Step {
  const step = steps[state][message]
  // What the payer gave up is not waited for again.
  if (given_up_at && step.effect === 'reopen') return { to: null, effect: 'keep' }
  const denied = denials[message]
  if (state === 'needs_review' && review_reason === 'mismatch' && channel === 'enquiry' && denied)
    return denied
  const second = step.effect === 'repeat' && claim === 'new' && ac.txn_id !== gateway_transaction_id
  return second ? { to: null, effect: 'second' } : step
}

/** An approver has his whole window; else the usual hour. */
function lockEnd(attempt: LockedAttempt, step: Step, at: Date): Date {
  return step.to === 'awaiting_approval' ? attempt.expires_at : new Date(at.getTime() + lockMinutes * 60_000)
}

/** Seconds after which a code that the gateway may take back is asked about once more. */
const askAgainSeconds = 30

/**
 * Nothing of a message in doubt; of an undecided one only while nothing better is known. Nothing overwrites what a posted
 * payment rests on.
 */
function factsOf(attempt: LockedAttempt, { step, answer: { ac, at }, meaning, doubt }: Told) {
  const tells = step.to !== null || (meaning.class === 'unknown' && isUnanswered(attempt.state))
  if (!tells || doubt) return {}
  return {
    response_code: ac.debit_code.slice(0, 20),
    responded_at: at,
    bank_reference: ac.debit_no || null,
    gateway_transaction_id: ac.txn_id || attempt.gateway_transaction_id,
    gateway_transaction_at: ac.txn_at ?? attempt.gateway_transaction_at,
    ...bankOf(attempt, ac),
  }
}

/** Null when nothing is left to ask. */
function nextTime(attempt: LockedAttempt, { step, answer: { channel, at }, meaning }: Told): Date | null {
  const { next_enquiry_at } = attempt
  const state = step.to ?? attempt.state
  if (state === 'paid') return null
  // These codes may be taken back, so the gateway is asked once more; an enquiry is that second look.
  if (meaning.requery && channel !== 'enquiry') {
    const soon = new Date(at.getTime() + askAgainSeconds * 1_000)
    return next_enquiry_at && next_enquiry_at < soon ? next_enquiry_at : soon
  }
  if (step.effect === 'release') return null
  if (step.to === 'awaiting_approval') return nextEnquiry({ ...attempt, state }, at)
  return next_enquiry_at ?? (step.to && nextEnquiry({ ...attempt, state }, at))
}
