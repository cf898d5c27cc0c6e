/** What the portal calls a document; `unknown` is a word in no list, which decides nothing. */
export type PortalStatus = 'submitted' | 'valid' | 'invalid' | 'cancelled' | 'unknown'

const words: Readonly<Record<string, PortalStatus>> = {
  submitted: 'submitted',
  inprogress: 'submitted',
  valid: 'valid',
  invalid: 'invalid',
  cancelled: 'cancelled',
  // As numbers, too.
  1: 'submitted',
  2: 'valid',
  3: 'invalid',
  4: 'cancelled',
}

/** The spelling of the portal differs from answer to answer. */
export const statusOf = (word: unknown): PortalStatus => words[plain(word)] ?? 'unknown'

/** Of a whole submission. */
export type OverallStatus = 'in_progress' | 'valid' | 'partially_valid' | 'invalid' | 'unknown'

const overall: Readonly<Record<string, OverallStatus>> = {
  submitted: 'in_progress',
  inprogress: 'in_progress',
  valid: 'valid',
  partiallyvalid: 'partially_valid',
  invalid: 'invalid',
}

export const overallStatusOf = (word: unknown): OverallStatus => overall[plain(word)] ?? 'unknown'

const plain = (word: unknown) =>
  String(word ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
