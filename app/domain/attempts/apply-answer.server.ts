import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { record } from '#app/domain/audit.ts'
import { type Ac, differences } from '#app/integrations/fpx/answers.ts'
import { meaningOf } from '#app/integrations/fpx/codes.ts'
import type { DB } from '#db/types.ts'
import { type Alarm, alarmOf } from './alarm.ts'
import type { Answer } from './answer.ts'
import { type AttemptState, type Effect, type MessageClass, type Step, steps } from './attempt.ts'
import { lockMinutes } from './enquiry-schedule.ts'
import { keepMessage } from './keep-message.server.ts'
import { type LockedAttempt, lockedAttempt } from './locked-attempt.server.ts'
import { giveBackInvoices, keepInvoices, retakeInvoices } from './locks.server.ts'
import { noteAnswer } from './note-answer.server.ts'
import { postAttempt } from './post-attempt.server.ts'

export interface Applied {
  attempt_id: string
  /** Code of the attempt's public page. */
  code: string
  state: AttemptState
  effect: Effect
  alarm: Alarm | null
}

/**
 * What a verified answer of FPX does, the same for direct, indirect and enquiry: row lock, comparison with the stored
 * request, state table, and what follows, with the message in the same transaction. Whoever comes second finds the work
 * done and changes nothing.
 */
export async function applyAnswer(
  trx: Transaction<DB>,
  actor: Actor,
  attempt_id: string,
  answer: Answer,
): Promise<Applied> {
  const { ac, at } = answer
  const attempt = await lockedAttempt(trx, attempt_id)
  const meaning = meaningOf(ac.debit_code)
  const doubt = await doubtAbout(trx, attempt, answer)
  const step = stepOf(attempt, doubt ? 'mismatch' : meaning.class, ac)
  const posted = step.effect === 'post' ? await postAttempt(trx, actor, attempt, answer) : null
  const alarm = posted ?? alarmOf(step, meaning, doubt)

  if (step.effect === 'release') await end(trx, actor, attempt, step, ac)
  if (step.effect === 'reopen') await retakeInvoices(trx, attempt.id, lockEnd(attempt, step, at))
  if (step.to === 'awaiting_approval') await keepInvoices(trx, attempt.id, lockEnd(attempt, step, at))
  await noteAnswer(trx, attempt, { step, answer, meaning, doubt, alarm })
  await keepMessage(trx, actor, {
    channel: answer.channel,
    raw: answer.raw,
    fingerprint: answer.fingerprint,
    attempt_id,
    response_code: ac.debit_code.slice(0, 10),
    outcome: step.effect,
    note: alarm?.detail ?? null,
  })
  const state = step.to ?? attempt.state
  return { attempt_id, code: attempt.public_code, state, effect: step.effect, alarm }
}

/** Why a signed answer is not this attempt's, in the names of the fields; null when it is. */
async function doubtAbout(
  trx: Transaction<DB>,
  attempt: LockedAttempt,
  { ac, environment }: Answer,
): Promise<string | null> {
  const fields = differences(ac, attempt.request_fields)
  if (fields.length > 0) return fields.join(' ')
  if (meaningOf(ac.debit_code).class !== 'paid') return null
  const other = await trx
    .selectFrom('payment')
    .select('id')
    .where('gateway', '=', 'fpx')
    .where('gateway_environment', '=', environment)
    .where('gateway_transaction_id', '=', ac.txn_id)
    .where('attempt_id', '<>', attempt.id)
    .executeTakeFirst()
  return other ? 'fpx_fpxTxnId of another payment' : null
}

/** The table's step; a second success under another id of FPX is money that the table cannot know of. */
function stepOf({ state, gateway_transaction_id }: LockedAttempt, message: MessageClass, ac: Ac): Step {
  const step = steps[state][message]
  return step.effect === 'repeat' && ac.txn_id !== gateway_transaction_id
    ? { to: null, effect: 'alert' }
    : step
}

/** Nothing was paid: the invoices are free again. */
async function end(trx: Transaction<DB>, actor: Actor, attempt: LockedAttempt, step: Step, ac: Ac) {
  for (const id of await giveBackInvoices(trx, attempt.id)) {
    const after = { order_no: attempt.order_no, state: step.to, code: ac.debit_code }
    await record(trx, actor, 'invoice.payment_ended', { type: 'invoice', id }, { after })
  }
}

/** An approver has his whole window; else the usual hour. */
function lockEnd(attempt: LockedAttempt, step: Step, at: Date): Date {
  return step.to === 'awaiting_approval' ? attempt.expires_at : new Date(at.getTime() + lockMinutes * 60_000)
}
