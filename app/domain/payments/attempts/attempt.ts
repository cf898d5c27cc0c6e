import type { AttemptState } from '#app/domain/core/invoicing/attempt-states.ts'
import type { CodeClass, CodeMeaning } from '#app/integrations/fpx/codes.ts'

/** The class of the code in a message, or `mismatch`: signed, but not about what was requested. */
export type MessageClass = CodeClass | 'mismatch'

/**
 * What follows from a message in addition to the new state; stored as the outcome of the message:
 * post: the money came · wait: the bank is busy, the invoice stays locked · release: nothing was paid, the invoice is
 * unlocked · reopen: it was unlocked too early and is locked again · review: a person must look ·
 * keep: nothing changes, the message is only stored · repeat: a repetition · alert: contradicts a posted payment ·
 * second: the order was debited once more · reverse: the gateway has returned money of a posted payment.
 */
export type Effect =
  | 'post'
  | 'wait'
  | 'release'
  | 'reopen'
  | 'review'
  | 'keep'
  | 'repeat'
  | 'alert'
  | 'second'
  | 'reverse'

export interface Step {
  /** The state after the message; null leaves it as it is. */
  to: AttemptState | null
  effect: Effect
}

const to = (state: AttemptState, effect: Effect): Step => ({ to: state, effect })
const stay = (effect: 'keep' | 'repeat' | 'alert' | 'reverse' = 'keep'): Step => ({ to: null, effect })

/** The payer was sent to the gateway, and no answer has come. */
const open: Record<MessageClass, Step> = {
  paid: to('paid', 'post'),
  pending: to('pending', 'wait'),
  awaiting_approval: to('awaiting_approval', 'wait'),
  failed: to('failed', 'release'),
  cancelled: to('cancelled', 'release'),
  timed_out: to('timed_out', 'release'),
  config_error: to('failed', 'release'),
  review: to('needs_review', 'review'),
  mismatch: to('needs_review', 'review'),
  unknown: stay(),
  duplicate: stay(),
  refund: stay(),
}

/** The bank is working on it. */
const waiting: Record<MessageClass, Step> = { ...open, pending: stay(), awaiting_approval: stay() }

/** The attempt has ended without money. A payment that comes after all still counts, and a bank that works again is waited for. */
const over: Record<MessageClass, Step> = {
  paid: to('paid', 'post'),
  pending: to('pending', 'reopen'),
  awaiting_approval: to('awaiting_approval', 'reopen'),
  failed: stay(),
  cancelled: stay(),
  timed_out: stay(),
  config_error: stay(),
  review: to('needs_review', 'review'),
  mismatch: to('needs_review', 'review'),
  unknown: stay(),
  duplicate: stay(),
  refund: stay(),
}

/** Posted: no message ever reverses that. */
const paid: Record<MessageClass, Step> = {
  paid: stay('repeat'),
  pending: stay(),
  awaiting_approval: stay(),
  failed: stay('alert'),
  cancelled: stay('alert'),
  timed_out: stay('alert'),
  config_error: stay('alert'),
  review: stay('alert'),
  mismatch: stay('alert'),
  unknown: stay(),
  duplicate: stay(),
  refund: stay('reverse'),
}

/** In review: only a payment settles it; everything else waits for a person. */
const inReview: Record<MessageClass, Step> = {
  paid: to('paid', 'post'),
  pending: stay(),
  awaiting_approval: stay(),
  failed: stay(),
  cancelled: stay(),
  timed_out: stay(),
  config_error: stay(),
  review: stay(),
  mismatch: stay(),
  unknown: stay(),
  duplicate: stay(),
  refund: stay(),
}

/**
 * What FPX's answer to our own enquiry does to a mismatch. Its invoices are never unlocked by time: a signed success means that
 * money has probably left an account, and only FPX, or a person who has asked the bank, knows otherwise.
 */
export const denials: Partial<Record<MessageClass, Step>> = {
  failed: to('failed', 'release'),
  cancelled: to('cancelled', 'release'),
  timed_out: to('timed_out', 'release'),
}

/** The state table: what each message does to an attempt in each state. No state leaves `paid`. */
export const steps: Record<AttemptState, Record<MessageClass, Step>> = {
  created: open,
  redirected: open,
  pending: waiting,
  awaiting_approval: waiting,
  paid,
  failed: over,
  cancelled: over,
  timed_out: over,
  expired: over,
  needs_review: inReview,
}

export const outcomes = [
  'paid',
  'waiting_bank',
  'waiting_approver',
  'failed',
  'expired',
  'needs_help',
] as const
export type Outcome = (typeof outcomes)[number]

const outcomeByState: Record<AttemptState, Outcome> = {
  created: 'waiting_bank',
  redirected: 'waiting_bank',
  pending: 'waiting_bank',
  awaiting_approval: 'waiting_approver',
  paid: 'paid',
  failed: 'failed',
  cancelled: 'failed',
  timed_out: 'failed',
  expired: 'expired',
  needs_review: 'needs_help',
}

export function outcomeOf(state: string): Outcome {
  return outcomeByState[state as AttemptState]
}

/** What an attempt pays: invoices of a family, a gift, or an invoice of the platform, which is in the platform's schema. */
export const purposes = ['invoice', 'donation', 'platform_invoice'] as const
export type Purpose = (typeof purposes)[number]

/** Whether its money is the platform's own, so that operators look after it. */
export const isForPlatform = (purpose: string): boolean => purpose === 'platform_invoice'

/** Why a person must look at an attempt; the words for it are `payment.review.<reason>`. */
const reviewReasons = [
  'mismatch',
  'second_debit',
  'id_claimed',
  'contradicted',
  'bank_problem',
  'setup',
  'unlisted_code',
  'no_answer',
  'approval_late',
  'credited',
  'not_owed',
  'reversed',
] as const

export interface Alarm {
  reason: (typeof reviewReasons)[number]
  detail: string
}

/** An alarm about this one payment raises an exception; one about our set-up or FPX's code list is only logged. */
export function raisesException(
  reason: Alarm['reason'],
): reason is Exclude<Alarm['reason'], 'setup' | 'unlisted_code'> {
  return reason !== 'setup' && reason !== 'unlisted_code'
}

interface Comparison {
  /** Why a signed answer does not match the attempt. */
  mismatch: string | null
  claim: 'new' | 'known' | 'elsewhere' | null
}

/** Why a person must look at the attempt; null when nobody must. */
export function alarmOf(
  { effect }: Step,
  meaning: CodeMeaning,
  { mismatch, claim }: Comparison,
): Alarm | null {
  const { code } = meaning
  if (claim === 'elsewhere') return { reason: 'id_claimed', detail: `signed, but its ${mismatch}` }
  if (mismatch) return { reason: 'mismatch', detail: `signed, but not as asked: ${mismatch}` }
  if (effect === 'reverse') return { reason: 'reversed', detail: `${code} after the payment was posted` }
  if (effect === 'alert')
    return { reason: 'contradicted', detail: `code ${code} after the payment was posted` }
  if (meaning.review) return { reason: 'bank_problem', detail: `code ${code} needs a person` }
  if (meaning.class === 'config_error')
    return { reason: 'setup', detail: `code ${code}: our set-up is refused` }
  return meaning.known ? null : { reason: 'unlisted_code', detail: `code ${code} is in no list` }
}
