import type { PayerStatus } from '#app/integrations/fpx/codes.ts'

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
