import type { AttemptState } from '#app/domain/core/invoicing/attempt-states.ts'
import type { CodeClass, CodeMeaning } from '#app/integrations/fpx/codes.ts'

/** The class of its code, or that it is signed but not about what was asked. */
export type MessageClass = CodeClass | 'mismatch'

/**
 * What follows from a message besides the state:
 * post: the money came · wait: the bank is busy, the invoice stays locked · release: nothing was paid, the invoice is
 * free again · reopen: it was given up too early, the lock is taken again · review: a person must look ·
 * keep: nothing changes, the message is only kept · repeat: said before · alert: contradicts a payment that was posted ·
 * second: the order was debited once more · reverse: the gateway has sent money of a posted payment back.
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

/** Sent off, and nothing heard yet. */
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

/** The bank has it. */
const waiting: Record<MessageClass, Step> = { ...open, pending: stay(), awaiting_approval: stay() }

/** Given up. Money that comes after all is still money; who waits again is waited for. */
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

/** Posted: no message ever takes that back. */
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

/** Only money settles a doubt; everything else waits for a person. */
const doubtful: Record<MessageClass, Step> = {
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
 * What FPX's own answer to an enquiry does to a mismatch. Time does not free its invoices: a signed success means that
 * money has probably left an account, and only FPX, or a person who has asked the bank, knows otherwise.
 */
export const denials: Partial<Record<MessageClass, Step>> = {
  failed: to('failed', 'release'),
  cancelled: to('cancelled', 'release'),
  timed_out: to('timed_out', 'release'),
}

/** The state table: what each message does to an attempt in each state. Money goes one way only. */
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
  needs_review: doubtful,
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

/** What an attempt pays: invoices of a family, a gift, or an invoice of the platform, which lies at the platform's place. */
export const purposes = ['invoice', 'donation', 'platform_invoice'] as const
export type Purpose = (typeof purposes)[number]

/** Whether its money is the platform's own, and who looks after it the operators. */
export const isPlatforms = (purpose: string): boolean => purpose === 'platform_invoice'

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

/** What is about this one payment, and not about our set-up or FPX's lists, waits on the desk until it is settled. */
export function isOnDesk(
  reason: Alarm['reason'],
): reason is Exclude<Alarm['reason'], 'setup' | 'unlisted_code'> {
  return reason !== 'setup' && reason !== 'unlisted_code'
}

interface Found {
  /** Why a signed answer is not the attempt's. */
  doubt: string | null
  claim: 'new' | 'known' | 'elsewhere' | null
}

/** Null for the usual. */
export function alarmOf({ effect }: Step, meaning: CodeMeaning, { doubt, claim }: Found): Alarm | null {
  const { code } = meaning
  if (claim === 'elsewhere') return { reason: 'id_claimed', detail: `signed, but its ${doubt}` }
  if (doubt) return { reason: 'mismatch', detail: `signed, but not as asked: ${doubt}` }
  if (effect === 'reverse') return { reason: 'reversed', detail: `${code} after the payment was posted` }
  if (effect === 'alert')
    return { reason: 'contradicted', detail: `code ${code} after the payment was posted` }
  if (meaning.review) return { reason: 'bank_problem', detail: `code ${code} needs a person` }
  if (meaning.class === 'config_error')
    return { reason: 'setup', detail: `code ${code}: our set-up is refused` }
  return meaning.known ? null : { reason: 'unlisted_code', detail: `code ${code} is in no list` }
}
