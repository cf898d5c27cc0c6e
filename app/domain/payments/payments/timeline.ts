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
  /** How often in a row; `at` is the last time. */
  times: number
  /** PayNet's word for an answer. */
  status: PayerStatus | null
}

interface Told {
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

/** How an effect of the state table reads to who pays; what is not here is none of a payer's business. */
const effects: Partial<Record<string, Moment['what']>> = {
  post: 'answered',
  release: 'answered',
  second: 'second',
  review: 'doubt',
  reverse: 'sent_back',
}

/**
 * What happened to a payment, first things first: how the payer set out, each time the bank was asked or told something
 * new, and what follows. `recorded_at`: when its money was entered. Names nobody.
 */
export async function timelineOf(db: Kysely<DB>, attempt: Told, recorded_at: Date | null): Promise<Moment[]> {
  const one = (what: Moment['what'], at: Date | null): Moment[] =>
    at ? [{ what, at, times: 1, status: null }] : []
  const messages = await messagesOf(db, attempt.id)
  const told = messages.flatMap((message) => momentOf(message, attempt.gateway))
  const last = messages.at(-1)?.received_at ?? null
  const happened = [
    ...one('chosen', attempt.requested_at),
    ...one('sent', attempt.sent_at),
    ...told,
    ...(told.some(({ what }) => what === 'answered') ? [] : answerOf(attempt)),
    ...one('given_up', attempt.given_up_at),
    ...(attempt.state === 'expired' ? one('not_started', last ?? attempt.responded_at) : []),
    ...one('recorded', recorded_at),
  ]
  const inOrder = happened
    .map((moment, n) => ({ moment, n }))
    .sort((a, b) => a.moment.at.getTime() - b.moment.at.getTime() || a.n - b.n)
    .map(({ moment }) => moment)
  return [...joined(inOrder), ...one('next', attempt.next_enquiry_at)]
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

/** What the attempt itself knows of its answer, where no message of it is kept. */
function answerOf({ gateway, state, responded_at, response_code }: Told): Moment[] {
  if (!responded_at || !response_code || ['created', 'redirected', 'needs_review'].includes(state)) return []
  const meaning = dialectOf(gateway).meaningOf(response_code)
  const waits = { pending: 'waiting_bank', awaiting_approval: 'waiting_approver' } as const
  const what = waits[state as keyof typeof waits] ?? 'answered'
  return [{ what, at: responded_at, times: 1, status: payerStatus(meaning) }]
}

/** The same several times in a row is one, so that days of asking stay a line. */
function joined(all: readonly Moment[]): Moment[] {
  const lines: Moment[] = []
  for (const moment of all) {
    const before = lines.at(-1)
    if (before?.what === moment.what && before.status === moment.status)
      lines[lines.length - 1] = { ...moment, times: before.times + 1 }
    else lines.push(moment)
  }
  return lines
}
