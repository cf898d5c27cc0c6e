/**
 * uploaded (its columns are not known yet) → matching → ready → undoing → undone; failed when nothing more can be done
 * with it.
 */
export const statementStatuses = ['uploaded', 'matching', 'ready', 'failed', 'undoing', 'undone'] as const
export type StatementStatus = (typeof statementStatuses)[number]

/** A job is at it, and nobody else changes anything. */
export const busyStatuses: readonly StatementStatus[] = ['matching', 'undoing']

export const statementFormats = ['csv', 'xlsx', 'mt940', 'camt053'] as const

/**
 * new → matched by itself, or suggested (somebody is named who decides by one click), or unmatched; these two → matched
 * or ignored ("not fees"), and back within the day. What went out is a debit, and what came in an earlier statement
 * already is repeated: both for good. Those of a statement that was taken back are undone.
 */
export const lineStatuses = [
  'suggested',
  'unmatched',
  'matched',
  'ignored',
  'debit',
  'repeated',
  'undone',
  'new',
] as const
export type LineStatus = (typeof lineStatuses)[number]

/** Those that wait for somebody. */
export const openStatuses: readonly LineStatus[] = ['suggested', 'unmatched']

/** What a column of a bank's sheet can be. Several may be words or a reference. */
export const lineFields = [
  'date',
  'description',
  'reference',
  'payer',
  'credit',
  'debit',
  'amount',
  'sign',
  'balance',
] as const
export type LineField = (typeof lineFields)[number]

export const severalOf: readonly LineField[] = ['description', 'reference']

/** By column of the sheet: what it is, or nothing. */
export type Columns = readonly (LineField | null)[]

/** Lines that are looked at in one transaction. */
export const chunkLines = 25

/** Days around the day of a line within which a payment of the same sum is most likely the same money. */
export const sameMoneyDays = 4
