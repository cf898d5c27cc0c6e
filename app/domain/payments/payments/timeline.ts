import type { Kysely } from 'kysely'
import { type PayerStatus, payerStatus } from '#app/integrations/fpx/codes.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import type { DB } from '#db/types.ts'
import { messagesOf } from './find-payments.ts'

/** What happened to a payment, in the payer's terms; the sentences are `payment.page.moments.<what>`. */
export const moments = [
  'chosen',
  'sent',
  'waiting_bank',
  'waiting_approver',
  'asked',
  'answered',
  'doubt',
  'second',
  'sent_back',
  'given_up',
  'not_started',
  'recorded',
  'next',
] as const

export interface Moment {
  what: (typeof moments)[number]
  at: Date
  /** How often in a row; `at` is the last one. */
  times: number
  /** PayNet's status of an answer. */
  status: PayerStatus | null
}

interface TimelineAttempt {
  id: string
  gateway: string
  state: string
  requested_at: Date
  sent_at: Date | null
  given_up_at: Date | null
  responded_at: Date | null
  response_code: string | null
  next_enquiry_at: Date | null
}

type Message = Awaited<ReturnType<typeof messagesOf>>[number]

/** Effects of the state table that the payer sees, and as what. */
const effects: Partial<Record<string, Moment['what']>> = {
  post: 'answered',
  release: 'answered',
  second: 'second',
  review: 'doubt',
  reverse: 'sent_back',
}

/**
 * The events of a payment in their order: its start, each enquiry and each new answer of the bank, and the next step.
 * `recorded_at`: when the payment was recorded. Contains no names.
 */
export async function timelineOf(
  db: Kysely<DB>,
  attempt: TimelineAttempt,
  recorded_at: Date | null,
): Promise<Moment[]> {
  const one = (what: Moment['what'], at: Date | null): Moment[] =>
    at ? [{ what, at, times: 1, status: null }] : []
  const messages = await messagesOf(db, attempt.id)
  const answers = messages.flatMap((message) => momentOf(message, attempt.gateway))
  const last = messages.at(-1)?.received_at ?? null
  const happened = [
    ...one('chosen', attempt.requested_at),
    ...one('sent', attempt.sent_at),
    ...answers,
    ...(answers.some(({ what }) => what === 'answered') ? [] : answerOf(attempt)),
    ...one('given_up', attempt.given_up_at),
    ...(attempt.state === 'expired' ? one('not_started', last ?? attempt.responded_at) : []),
    ...one('recorded', recorded_at),
  ]
  const inOrder = happened
    .map((moment, n) => ({ moment, n }))
    .sort((a, b) => a.moment.at.getTime() - b.moment.at.getTime() || a.n - b.n)
    .map(({ moment }) => moment)
  return [...joinRepeats(inOrder), ...one('next', attempt.next_enquiry_at)]
}

function momentOf(
  { kind, verified, outcome, response_code, received_at: at }: Message,
  gateway: string,
): Moment[] {
  const asked: Moment = { what: 'asked', at, times: 1, status: null }
  if (!verified) return kind === 'enquiry' ? [asked] : []
  const meaning = dialectOf(gateway).meaningOf(response_code ?? '')
  if (outcome === 'wait' || outcome === 'reopen')
    return [{ ...asked, what: meaning.class === 'awaiting_approval' ? 'waiting_approver' : 'waiting_bank' }]
  const what = effects[outcome]
  if (what) return [{ ...asked, what, status: payerStatus(meaning) }]
  const undecided = ['unknown', 'pending', 'awaiting_approval'].includes(meaning.class)
  return outcome === 'keep' && kind === 'enquiry' && undecided ? [asked] : []
}

/** The answer stored on the attempt, where no message of it is left. */
function answerOf({ gateway, state, responded_at, response_code }: TimelineAttempt): Moment[] {
  if (!responded_at || !response_code || ['created', 'redirected', 'needs_review'].includes(state)) return []
  const meaning = dialectOf(gateway).meaningOf(response_code)
  const waits = { pending: 'waiting_bank', awaiting_approval: 'waiting_approver' } as const
  const what = waits[state as keyof typeof waits] ?? 'answered'
  return [{ what, at: responded_at, times: 1, status: payerStatus(meaning) }]
}

/** Joins equal events in a row, so that days of enquiries are one line. */
function joinRepeats(all: readonly Moment[]): Moment[] {
  const lines: Moment[] = []
  for (const moment of all) {
    const before = lines.at(-1)
    if (before?.what === moment.what && before.status === moment.status)
      lines[lines.length - 1] = { ...moment, times: before.times + 1 }
    else lines.push(moment)
  }
  return lines
}
