import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { claimTransaction } from '#app/domain/payments/payment-exceptions/claim.ts'
import { raiseException, settleExceptions } from '#app/domain/payments/payment-exceptions/raise.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import type { DB } from '#db/types.ts'
import { type Alarm, alarmOf, isOnDesk } from './alarm.ts'
import type { Answer } from './answer.ts'
import { type AttemptState, denials, type Effect, type MessageClass, type Step, steps } from './attempt.ts'
import { lockMinutes } from './enquiry/enquiry-schedule.ts'
import { type LockedAttempt, lockedAttempt } from './locked-attempt.ts'
import { keepMessage } from './messages/keep-message.ts'
import { type Noted, noteAnswer } from './note-answer.ts'
import { payeeOf } from './payees/payees.ts'
import type { Posting } from './post-attempt.ts'

export interface Applied {
  attempt_id: string
  /** Code of the attempt's public page. */
  code: string
  state: AttemptState
  effect: Effect
  alarm: Alarm | null
}

/**
 * What a verified answer of a gateway does, however it came: row lock, comparison with the stored
 * request, state table, and what follows, with the message in the same transaction. Whoever comes second finds the work
 * done and changes nothing.
 */
export async function applyAnswer(
  trx: Transaction<DB>,
  actor: Actor,
  attempt_id: string,
  answer: Answer,
): Promise<Applied> {
  return applyToLocked(trx, actor, await lockedAttempt(trx, attempt_id), answer)
}

/** The same where its row is locked already. */
export async function applyToLocked(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: LockedAttempt,
  answer: Answer,
): Promise<Applied> {
  const { ac, at } = answer
  const { id: attempt_id } = attempt
  const { meaningOf, differences } = dialectOf(attempt.gateway)
  const meaning = meaningOf(ac.debit_code)
  const differing = differences(ac, attempt.request_fields)
  const claim =
    differing.length === 0 && meaning.class === 'paid'
      ? await claimTransaction(trx, attempt, answer.environment, ac.txn_id)
      : null
  const doubt = claim === 'elsewhere' ? 'id is that of another payment' : differing.join(' ') || null
  const payee = payeeOf(attempt.purpose)
  const told = stepOf(attempt, doubt ? 'mismatch' : meaning.class, answer, claim)
  // Of money that went back a person need look only at what nobody here has asked for.
  const unasked_sen = told.effect === 'reverse' ? await payee.unaskedOf(trx, actor, attempt, ac) : 0
  const step: Step = told.effect === 'reverse' && unasked_sen === 0 ? { to: null, effect: 'keep' } : told
  // What is written of the answer itself travels with the rows of a payment where there is one.
  let writing: ReturnType<typeof writeDown> | undefined
  const written = (posted: Posting | null) => {
    writing ??= writeDown(trx, actor, attempt, {
      ...{ answer, step, meaning, doubt, posted },
      alarm: posted?.alarm ?? alarmOf(step, meaning, { doubt, claim }),
    })
    return writing
  }
  const posted = await post(trx, actor, attempt, answer, { step, beside: written })

  // Nothing was paid: what it was to pay is free again.
  if (step.effect === 'release')
    await payee.free(trx, actor, attempt, { state: step.to, code: ac.debit_code })
  if (step.effect === 'reopen') await payee.retake(trx, attempt.id, lockEnd(attempt, step, at))
  if (step.to === 'awaiting_approval') await payee.keep(trx, attempt.id, lockEnd(attempt, step, at))
  const { alarm, message_id, payment_id } = await written(posted)
  if (alarm && isOnDesk(alarm.reason))
    await raiseException(trx, attempt, {
      ...{ kind: alarm.reason, ac, message_id, payment_id, differing },
      ...(step.effect === 'reverse' ? { amount_sen: unasked_sen } : {}),
    })
  const state = step.to ?? attempt.state
  return { attempt_id, code: attempt.public_code, state, effect: step.effect, alarm }
}

async function post(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: LockedAttempt,
  answer: Answer,
  { step, beside }: { step: Step; beside: (posting: Posting) => Promise<unknown> },
): Promise<Posting | null> {
  const payee = payeeOf(attempt.purpose)
  if (step.effect === 'second') return payee.postSecond(trx, actor, attempt, answer)
  return step.effect === 'post' ? payee.post(trx, actor, attempt, answer, beside) : null
}

/** The attempt as it is now, the message, and what waited for this word. Returns the message and where the money stands. */
async function writeDown(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: LockedAttempt,
  told: Noted & { posted: Posting | null },
) {
  const { answer, step, alarm, posted } = told
  const { ac } = answer
  const second = step.effect === 'second'
  const [, message_id, payment_id] = await Promise.all([
    noteAnswer(trx, attempt, told),
    keepMessage(trx, actor, {
      ring: answer.ring,
      sealed: answer.sealed,
      gateway: attempt.gateway,
      channel: answer.channel,
      raw: answer.raw,
      fingerprint: answer.fingerprint,
      attempt_id: attempt.id,
      response_code: ac.debit_code.slice(0, 20),
      outcome: step.effect,
      note: alarm?.detail ?? null,
    }),
    posted?.payment_id ??
      (step.effect === 'reverse' ? payeeOf(attempt.purpose).paymentOf(trx, attempt.id) : null),
    posted?.payment_id &&
      settleExceptions(trx, attempt, { transaction_id: ac.txn_id, payment_id: posted.payment_id, second }),
  ])
  return { alarm, message_id, payment_id }
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
