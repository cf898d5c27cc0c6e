import { plainWords, shown } from '#app/domain/core/spreadsheets/cells.ts'
import {
  type Columns,
  type LineField,
  lineFields,
  severalOf,
} from '#app/domain/payments/bank-statements/bank-statement.ts'
import type { Cell, SheetRow } from '#app/integrations/spreadsheets/cell.ts'
import { amountIn, dayIn } from './cells.ts'
import { knownBanks, wordsOf } from './headings.ts'

/** Maximum rows above the headings (bank name, account, period). */
const mostAbove = 40

interface Layout {
  /** Index of the heading row. */
  heading: number
  /** As the file has them. */
  headings: string[]
  columns: Columns
  /** The bank, if recognised; then the columns need no confirmation. */
  bank: string | null
}

/** Key under which the mapping of these headings is stored. */
export const headingsKey = (headings: readonly string[]) => headings.map(plainWords).join('|')

export const headingsOf = ({ cells }: SheetRow) =>
  cells.map((cell) => shown(cell).replace(/\s+/g, ' ').trim().slice(0, 100))

/**
 * Finds the heading row and guesses its columns; undefined where nothing looks like headings.
 * @param saved earlier mappings by {@link headingsKey}
 */
export function findLayout(
  rows: readonly SheetRow[],
  saved: ReadonlyMap<string, { name: string; columns: Columns }> = new Map(),
): Layout | undefined {
  let best: { heading: number; found: number } | undefined
  for (const [heading, row] of rows.slice(0, mostAbove).entries()) {
    const headings = headingsOf(row)
    const known = saved.get(headingsKey(headings))
    if (known) return { heading, headings, columns: known.columns, bank: known.name }
    const found = guessColumns(headings).filter(Boolean).length
    if (found >= 2 && found > (best?.found ?? 1)) best = { heading, found }
  }
  const heading = best?.heading ?? unknownHeading(rows)
  if (heading === undefined) return undefined
  const headings = headingsOf(rows[heading]!)
  const columns = guessColumns(headings)
  const plain = headings.map(plainWords)
  const bank = knownBanks.find((one) => one.headings.every((heading) => plain.includes(plainWords(heading))))
  return { heading, headings, columns, bank: bank && isComplete(columns) ? bank.bank : null }
}

/** A row of words only, followed by a row with a date and an amount. */
function unknownHeading(rows: readonly SheetRow[]): number | undefined {
  const found = rows.slice(0, mostAbove).findIndex(({ cells }, index) => {
    const words = cells.filter(
      (cell) => typeof cell === 'string' && !dayIn(cell) && typeof amountIn(cell) !== 'number',
    )
    const below = rows[index + 1]?.cells ?? []
    const isMovement =
      below.some((cell) => dayIn(cell)) && below.some((cell) => !dayIn(cell) && amountIn(cell))
    return words.length >= 3 && words.length === cells.filter((cell) => cell !== null).length && isMovement
  })
  return found < 0 ? undefined : found
}

/** Guesses columns by their headings; a field that occurs once goes to the heading with the highest priority. */
function guessColumns(headings: readonly string[]): Columns {
  const plain = headings.map(plainWords)
  const columns: (LineField | null)[] = plain.map(() => null)
  for (const field of lineFields) {
    const words = wordsOf[field]
    const places = words.flatMap((word) =>
      plain.flatMap((heading, place) => (heading === word ? [place] : [])),
    )
    const free = places.filter((place) => columns[place] === null)
    for (const place of severalOf.includes(field) ? free : free.slice(0, 1)) columns[place] = field
  }
  // Either one amount with a credit/debit mark, or two columns.
  if (columns.includes('credit'))
    return columns.map((field) => (field === 'amount' || field === 'sign' ? null : field))
  return columns
}

/** Whether the required fields are mapped: a date and incoming money. */
export function isComplete(columns: Columns): boolean {
  return missingIn(columns).length === 0
}

/** Required fields that are not mapped. */
export function missingIn(columns: Columns): LineField[] {
  const missing: LineField[] = []
  if (!columns.includes('date')) missing.push('date')
  if (!columns.includes('credit') && !columns.includes('amount')) missing.push('credit')
  if (!columns.some((field) => field === 'description' || field === 'reference' || field === 'payer'))
    missing.push('description')
  return missing
}

/** Cells of a field's columns, in their order. */
export const cellsOf = ({ cells }: SheetRow, columns: Columns, field: LineField): Cell[] =>
  columns.flatMap((one, place) => (one === field ? [cells[place] ?? null] : []))
