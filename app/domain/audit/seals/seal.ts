/** Both tables have the same names at their places. */
export type Log = 'tenant' | 'platform'

/** The last seal of a log, kept where the database cannot reach it: in mails and in the files. */
export interface Anchor {
  number: number
  /** SHA-256 in 64 hexadecimal digits. */
  hash: string
}

/** The newest among the files of its place; each day's is `audit/2026-01-31.txt`. */
export const anchorKey = 'audit/last-seal.txt'

/** `42-` and the hash. */
export function anchorCode({ number, hash }: Anchor): string {
  return `${number}-${hash}`
}

/** As people paste it, with spaces and line breaks anywhere; undefined when it is none. */
export function readAnchorCode(text: string): Anchor | undefined {
  const match = /^([1-9]\d{0,14})-([0-9a-f]{64})$/.exec(text.replace(/\s+/g, '').toLowerCase())
  return match ? { number: Number(match[1]), hash: match[2]! } : undefined
}

/**
 * What verifying a log can find. Of a row: `changed` (its content), `removed`, `inserted` (it was not there when its
 * neighbours were sealed), `moved` (it stands at another position). Of a seal: `seal_changed` (its content does not fit
 * its hash), `seal_unlinked` (it does not follow the one before), `seal_removed`. Of an anchor: `anchor_missing` (the
 * log ends before it), `anchor_differs` (the log was written anew after it).
 */
const findingKinds = [
  'changed',
  'removed',
  'inserted',
  'moved',
  'seal_changed',
  'seal_unlinked',
  'seal_removed',
  'anchor_missing',
  'anchor_differs',
] as const
export type FindingKind = (typeof findingKinds)[number]

export interface Finding {
  kind: FindingKind
  /** Of the row, as it was sealed; of `inserted`, where it stands. */
  position?: number | undefined
  id?: string | undefined
  to?: number | undefined
  action?: string | undefined
  seal?: number | undefined
  /** When the row was written, as it says itself or as its id tells (ISO). */
  at?: string | undefined
}

export interface Verification {
  seals: number
  rows: number
  unsealed: number
  /** The first hundred. */
  findings: Finding[]
  /** In all. */
  found: number
  /** For a copy of one's own. */
  last: Anchor | null
  ms: number
}

/** The rest is only counted. */
export const mostFindings = 100
