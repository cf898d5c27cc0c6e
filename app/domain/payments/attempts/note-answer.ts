import type { Transaction } from 'kysely'
import type { CodeMeaning } from '#app/integrations/fpx/codes.ts'
import type { DB } from '#db/types.ts'
import type { Alarm } from './alarm.ts'
import type { Answer } from './answer.ts'
import { isLate, isUnanswered, type Step } from './attempt.ts'
import { nextEnquiry } from './enquiry/enquiry-schedule.ts'
import { planEnquiry } from './enquiry/plan-enquiry.ts'
import { bankOf, type LockedAttempt } from './locked-attempt.ts'

/** Seconds after which a code that the gateway may take back is asked about once more. */
const askAgainSeconds = 30

export interface Noted {
  step: Step
  answer: Answer
  meaning: CodeMeaning
  doubt: string | null
  alarm: Alarm | null
}

/** Nothing overwrites what a posted payment rests on. */
export async function noteAnswer(trx: Transaction<DB>, attempt: LockedAttempt, noted: Noted): Promise<void> {
  const { step, alarm } = noted
  const next = nextTime(attempt, noted)
  const noting = trx
    .updateTable('payment_attempt')
    .set({
      state: step.to ?? attempt.state,
      next_enquiry_at: next,
      ...factsOf(attempt, noted),
      ...(step.to === 'paid' ? { late_success: isLate(attempt.state), review_reason: null } : {}),
      ...(alarm ? { review_reason: alarm.reason } : {}),
    })
    .where('id', '=', attempt.id)
    .execute()
  const planned = next?.getTime() !== attempt.next_enquiry_at?.getTime() && planEnquiry(trx, attempt, next)
  await Promise.all([noting, planned])
}

/** Nothing of a message in doubt; of an undecided one only while nothing better is known. */
function factsOf(attempt: LockedAttempt, { step, answer: { ac, at }, meaning, doubt }: Noted) {
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
function nextTime(attempt: LockedAttempt, { step, answer: { channel, at }, meaning }: Noted): Date | null {
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
