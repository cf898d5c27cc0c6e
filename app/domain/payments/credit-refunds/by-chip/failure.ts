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

export interface FailureSaid {
  code: Failure
  /** CHIP's own. */
  words: string | null
}

/** What we know, and what CHIP said in its own words, of what a refund keeps of both. */
export function failureSaid(failure: string | null): FailureSaid | null {
  if (!failure) return null
  const [code, ...words] = failure.split(': ')
  return { code: code as Failure, words: words.join(': ') || null }
}
