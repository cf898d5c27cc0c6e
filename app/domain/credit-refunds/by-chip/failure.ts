/** Why CHIP sent nothing back; the words for it are `credit_refund.failures.<code>`, with CHIP's own behind them. */
export const failures = [
  'refused',
  'too_little',
  'not_offered',
  'only_whole',
  'not_paid',
  'never_done',
] as const
export type Failure = (typeof failures)[number]
