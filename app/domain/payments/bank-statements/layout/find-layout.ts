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

/** Rows of a bank's own above its headings: its name, the account, the period. */
const mostAbove = 40

export interface Layout {
  /** Of the row that holds the headings, among the rows of the file. */
  heading: number
  /** As the file has them. */
  headings: string[]
  columns: Columns
  /** Whose file it is, where that is known; then nobody needs to look at the columns. */
  bank: string | null
}

/** By these a mapping that somebody made is found again. */
export const headingsKey = (headings: readonly string[]) => headings.map(plainWords).join('|')

export const headingsOf = ({ cells }: SheetRow) =>
  cells.map((cell) => shown(cell).replace(/\s+/g, ' ').trim().slice(0, 100))

/**
 * Where the headings are and what they seem to say; undefined where nothing looks like headings. `saved`: what somebody
 * has said of headings before, by their key.
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

/** A row of words alone, of which the next has a day and an amount below them. */
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

/** What each column is by what it is called; of a field that can be there once the heading that is believed first. */
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
  // With one amount and a mark beside it, or two columns: never both.
  if (columns.includes('credit'))
    return columns.map((field) => (field === 'amount' || field === 'sign' ? null : field))
  return columns
}

/** What a statement cannot do without: a day, and money that came in. */
export function isComplete(columns: Columns): boolean {
  return missingIn(columns).length === 0
}

/** What is missing of it. */
export function missingIn(columns: Columns): LineField[] {
  const missing: LineField[] = []
  if (!columns.includes('date')) missing.push('date')
  if (!columns.includes('credit') && !columns.includes('amount')) missing.push('credit')
  if (!columns.some((field) => field === 'description' || field === 'reference' || field === 'payer'))
    missing.push('description')
  return missing
}

/** Of a row what stands in the columns of a field, in their order. */
export const cellsOf = ({ cells }: SheetRow, columns: Columns, field: LineField): Cell[] =>
  columns.flatMap((one, place) => (one === field ? [cells[place] ?? null] : []))
