/** The buckets that the portal counts calls in; each has its own number a minute. */
export const ENDPOINTS = [
  'login',
  'submit',
  'submission',
  'state',
  'raw',
  'details',
  'recent',
  'search',
  'searchTin',
  'validateTin',
  'qr',
] as const
export type Endpoint = (typeof ENDPOINTS)[number]

/** Calls a minute and client id, as published. */
export const PUBLISHED_LIMITS: Readonly<Record<Endpoint, number>> = {
  login: 12,
  submit: 100,
  submission: 300,
  state: 12,
  raw: 60,
  details: 125,
  recent: 12,
  search: 12,
  searchTin: 60,
  validateTin: 60,
  qr: 60,
}

/** Since when the portal holds a rule; a far day switches it off. */
export const RULES = {
  /** `NA` as company number is refused beside a real TIN. */
  naBesideTin: '2026-08-01',
  /** Empty text is refused in dates and times that may be left out. */
  emptyDates: '2026-08-15',
  /** Permanent residents are general public, no longer foreign buyers. */
  residentsArePublic: '2026-09-07',
  /** A passport number has at most 12 characters. */
  passportOf12: '2026-10-23',
  /** An amount has at most 26 digits. */
  digitsOf26: '2026-10-23',
} as const
export type Rule = keyof typeof RULES

/** What is not known of the portal for sure, and what it does differently from day to day. */
export interface Switches {
  /** From the receipt of a document until it is decided upon: up to half an hour at peaks. */
  validateAfterMs: number
  /** How long a submission that was taken in is not found. */
  unknownForMs: number
  duplicateCode: 'DV302' | 'DS302'
  /** A document of wrong structure: refused alone, or with the whole request. */
  structureAs: 'rejected' | 'request'
  /** Adds the text of the portal's own programming language to faults of structure. */
  dotNetText: boolean
  /** A document above 300 kB: refuses the request, or is refused alone. */
  oversizedAs: 'request' | 'rejected'
  partiallyValid: 'Partially Valid' | 'PartiallyValid'
  /** Counts calls and refuses those above the number. */
  limited: boolean
  limits: Record<Endpoint, number>
  /** A document with nothing to pay. */
  zeroPayable: 'refused' | 'accepted'
  /** An exchange rate beside ringgit. */
  rateForRinggit: 'refused' | 'accepted'
  /** A number beside the document that is another than inside. */
  otherCodeNumber: 'refused' | 'accepted'
  /** A cancelled document still has its long id, and its page. */
  longIdAfterCancel: boolean
  /** TINs that nobody registered are believed, save those whose digits begin with 99. */
  openRegister: boolean
  /** Hours from validation in which a document can be cancelled, and its rejection asked for. */
  cancellationHours: number
  rejectionHours: number
  /** Hours that an issue time may be old. */
  submissionHours: number
  /** Days, `YYYY-MM-DD` in Malaysia. */
  rules: Record<Rule, string>
}

const DEFAULTS: Switches = {
  validateAfterMs: 2_000,
  unknownForMs: 0,
  duplicateCode: 'DV302',
  structureAs: 'rejected',
  dotNetText: false,
  oversizedAs: 'request',
  partiallyValid: 'Partially Valid',
  limited: true,
  limits: { ...PUBLISHED_LIMITS },
  zeroPayable: 'refused',
  rateForRinggit: 'accepted',
  otherCodeNumber: 'refused',
  longIdAfterCancel: true,
  openRegister: false,
  cancellationHours: 72,
  rejectionHours: 72,
  submissionHours: 72,
  rules: { ...RULES },
}

/**
 * What is given over the usual; `limits` and `rules` may be given in part. Throws for what is no switch, unless it was written
 * down when there still was one.
 */
export function readSwitches(given: object, usual: Switches = DEFAULTS, isOld = false): Switches {
  const read = { ...usual, limits: { ...usual.limits }, rules: { ...usual.rules } }
  for (const [name, value] of Object.entries(given)) {
    const before = read[name as keyof Switches]
    const isKnown = before !== undefined && typeof before === typeof value
    if (!isKnown && isOld) continue
    if (!isKnown) throw new Error(`no such switch: ${name}`)
    if (typeof value === 'object') Object.assign(before, value)
    else Object.assign(read, { [name]: value })
  }
  return read
}
