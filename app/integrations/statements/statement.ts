/** What a bank says of one movement of an account. Amounts are sen and above 0, days plain dates. */
export interface StatementLine {
  /** Where it stands in the file, as a person would count: a row of a sheet, or the nth movement. */
  number: number
  booked_on: string
  side: 'credit' | 'debit'
  amount_sen: number
  /** What was on the account after it, where the file says so. */
  balance_sen: number | null
  /** Who sent the money. */
  payer_name: string | null
  reference: string | null
  description: string
}

/** Why a row or an entry of a file is no movement. */
export const skipReasons = ['zero', 'sum', 'no_amount', 'text', 'headings', 'not_booked'] as const
export type SkipReason = (typeof skipReasons)[number]

/** A row or an entry that is no movement. */
export interface SkippedRow {
  /** Row of the sheet, or line of the file at which it begins. */
  row: number
  /** What it says, shortened. */
  text: string
  reason: SkipReason
}

export interface Statement {
  /** The account's number as the file has it. */
  account: string | null
  opening_sen: number | null
  closing_sen: number | null
  lines: StatementLine[]
  /** Rows or entries that are no movement, in their order. */
  skipped: SkippedRow[]
}

export const statementLimits = {
  /** Of the file as it is sent. */
  bytes: 10_000_000,
  lines: 20_000,
  /** A name; a reference, of which a movement may have several; and what else the bank says. */
  name: 140,
  reference: 300,
  text: 1_000,
  /** What is shown of a row that is no movement. */
  skippedText: 200,
} as const

/** What can be wrong with a file, each with a sentence of its own; what else goes wrong is `unreadable`. */
export const statementFaults = [
  'unreadable',
  'not_a_statement',
  'too_large',
  'too_many_lines',
  'empty',
  'encoding',
  'entities',
  'date',
  'amount',
  'side',
  'currency',
  'several_accounts',
  'several_sheets',
] as const
export type StatementFault = (typeof statementFaults)[number]

/** A decoder tells by its message which of them it is, and in which line of the file. */
export class StatementUnusable extends Error {
  override name = 'StatementUnusable'
  readonly fault: StatementFault
  readonly line: number | null
  constructor(fault: StatementFault, line: number | null = null) {
    super(line === null ? fault : `${fault}:${line}`)
    this.fault = fault
    this.line = line
  }
}

/** Without what cannot be seen; of several spaces one. */
export const plainText = (text: string, most: number) =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\u2800]/gu, '')
    .trim()
    .slice(0, most)
    .trim()

/** The same of a field that may be empty. */
export const textOrNull = (text: string | undefined, most: number): string | null =>
  plainText(text ?? '', most) || null

/** RM9,999,999,999.99: more than any school moves at once, and far from what numbers cannot hold. */
const mostDigits = 12

/** Sen of whole digits and up to two decimals behind a point or a comma; undefined of anything else. No float is near it. */
export function senOf(digits: string): number | undefined {
  const [, whole = '', decimals = ''] = /^(?=.*\d)(\d*)(?:[.,](\d*))?$/.exec(digits) ?? []
  // Some banks write five decimals, of which all but two are noughts.
  if (whole + decimals === '' || /[1-9]/.test(decimals.slice(2))) return undefined
  const sen = whole.replace(/^0+/, '') + decimals.slice(0, 2).padEnd(2, '0')
  return sen.length > mostDigits ? undefined : Number(sen)
}
