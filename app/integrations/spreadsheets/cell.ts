/**
 * One cell of a stranger's sheet: a text, a number, a day as Excel keeps it, yes or no, or nothing; `error` is one that
 * Excel could not work out, or a formula that was never worked out.
 */
export type Cell = string | number | boolean | null | { day: string } | { error: string }

/** A row that has something in it. `number` counts as Excel does: the first row of the sheet is 1. */
export interface SheetRow {
  number: number
  cells: Cell[]
}

export const sheetLimits = {
  /** Of the file as it is sent. */
  bytes: 10_000_000,
  /** Below the headings. */
  rows: 5_000,
  columns: 60,
  /** Of one cell; the longest field of ours takes half of it. */
  letters: 4_000,
  /** Of a workbook when it is unpacked, and how many times as much that may be. */
  unpacked: 50_000_000,
  ratio: 100,
} as const

/** What can be wrong with a file, each with a sentence of its own; what else goes wrong is `unreadable`. */
export const sheetFaults = [
  'unreadable',
  'not_a_sheet',
  'old_excel',
  'encrypted',
  'macros',
  'too_large',
  'too_many_rows',
  'too_many_columns',
  'empty',
  'no_rows',
  'quotes',
  'encoding',
] as const
export type SheetFault = (typeof sheetFaults)[number]

/** A decoder tells by its message which of them it is. */
export class SheetUnusable extends Error {
  override name = 'SheetUnusable'
  readonly fault: SheetFault
  constructor(fault: SheetFault, detail = '') {
    super(detail ? `${fault}: ${detail}` : fault)
    this.fault = fault
  }
}
