/** Kinds of calls that the portal counts apart; cancelling and rejecting are one address and counted together. */
export type Endpoint =
  | 'login'
  | 'submit'
  | 'submission'
  | 'state'
  | 'details'
  | 'recent'
  | 'search'
  | 'tin_search'
  | 'tin_validate'

/** Calls in a minute for each client id, as the portal publishes them. */
export const callsPerMinute: Record<Endpoint, number> = {
  login: 12,
  submit: 100,
  submission: 300,
  state: 12,
  details: 125,
  recent: 12,
  search: 12,
  tin_search: 60,
  tin_validate: 60,
}

/** Milliseconds between two calls, so that they are spread over the minute; a little more, since no two arrive equally fast. */
export const gapMs = (endpoint: Endpoint): number => Math.ceil((60_000 / callsPerMinute[endpoint]) * 1.02)

const hour = 3_600_000

export const portalLimits = {
  /** Of one request. */
  documents: 100,
  requestBytes: 5 * 1024 * 1024,
  /** Of one document; whether the portal counts it before or after base64 is not published, so the longer one counts. */
  documentBytes: 300 * 1024,
  /** Of pages of a submission and of a search. */
  pageSize: 100,
  reasonCharacters: 300,
  /** The portal recognises a request that it has had before for so long. */
  duplicateRequestMs: 10 * 60_000,
  /** A document may be so old when it is submitted. */
  issueAgeMs: 72 * hour,
  /** A valid document may be cancelled, and its buyer may ask to reject it, for so long. */
  cancelMs: 72 * hour,
  /** From the first to the last day of a search. */
  searchDays: 31,
} as const
