import { plainWords, shown } from '#app/domain/core/spreadsheets/cells.ts'
import {
  type Columns,
  type LineField,
  lineFields,
  severalOf,
} from '#app/domain/payments/bank-statements/bank-statement.ts'
import type { SheetRow } from '#app/integrations/spreadsheets/cell.ts'
import {
  type Statement,
  type StatementLine,
  StatementUnusable,
  statementLimits,
} from '#app/integrations/statements/statement.ts'
import { amountIn, dayIn } from './cells.ts'
import { knownBanks, wordsOf } from './headings.ts'
import { closing, opening } from './labels.ts'
import { MovementRows } from './movement-rows.ts'

interface Layout {
  /** Index of the heading row. */
  heading: number
  /** As the file has them. */
  headings: string[]
  columns: Columns
  /** The bank, if recognised; then the columns need no confirmation. */
  bank: string | null
}

interface SheetStatement extends Statement {
  /** The first row whose balance does not follow from the previous one. */
  broken_row: number | null
}

/** Maximum rows above the headings (bank name, account, period). */
const mostAbove = 40

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
  return { heading, headings, columns, bank: bank && missingIn(columns).length === 0 ? bank.bank : null }
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

/** Required fields that are not mapped: a date, incoming money, and any text. */
export function missingIn(columns: Columns): LineField[] {
  const missing: LineField[] = []
  if (!columns.includes('date')) missing.push('date')
  if (!columns.includes('credit') && !columns.includes('amount')) missing.push('credit')
  if (!columns.some((field) => field === 'description' || field === 'reference' || field === 'payer'))
    missing.push('description')
  return missing
}

/**
 * Transactions of a bank's sheet with headings in `rows[heading]`. Words on the rows below a transaction belong to it; sums,
 * balances and the bank's own text are left out and counted. Refuses (StatementUnusable), with its number, a row with an
 * amount but no date, an unreadable amount, or both credit and debit; and a sheet without transactions.
 */
export function sheetLines(rows: readonly SheetRow[], heading: number, columns: Columns): SheetStatement {
  const stated: StatedBalances = { opening: undefined, closing: undefined }
  const sheet = new MovementRows(columns, headingsKey(headingsOf(rows[heading]!)))
  for (const row of rows.slice(0, heading)) noteBalance(row, stated)
  for (const row of rows.slice(heading + 1)) {
    if (!sheet.take(row)) noteBalance(row, stated)
    if (sheet.lines.length > statementLimits.lines) throw new StatementUnusable('too_many_lines')
  }
  const { lines, skipped } = sheet
  if (lines.length === 0) throw new StatementUnusable('empty')
  const chain = balancesOf(lines)
  return {
    account: accountAbove(rows.slice(0, heading)),
    opening_sen: chain?.opening_sen ?? stated.opening ?? null,
    closing_sen: chain?.closing_sen ?? stated.closing ?? null,
    lines,
    skipped,
    broken_row: chain?.broken_row ?? null,
  }
}

interface StatedBalances {
  opening: number | undefined
  closing: number | undefined
}

function noteBalance({ cells }: SheetRow, stated: StatedBalances): void {
  const text = cells.map(shown).join(' ')
  if (!/balance|baki/i.test(text)) return
  const amounts = cells.flatMap((cell) => (dayIn(cell) ? [] : (amountIn(cell) ?? [])))
  const last = amounts.at(-1)
  if (last === undefined) return
  if (opening.test(text)) stated.opening ??= last
  else if (closing.test(text)) stated.closing = last
}

/** Checks running balances, in chronological or reverse order. */
function balancesOf(lines: readonly StatementLine[]) {
  if (lines.some(({ balance_sen }) => balance_sen === null)) return undefined
  const moved = ({ side, amount_sen }: StatementLine) => (side === 'credit' ? amount_sen : -amount_sen)
  const breaks = (ordered: readonly StatementLine[]) =>
    ordered.find(
      (line, index) => index > 0 && ordered[index - 1]!.balance_sen! + moved(line) !== line.balance_sen,
    )
  const upwards = [...lines].reverse()
  const isUpwards = breaks(lines) !== undefined && breaks(upwards) === undefined
  const ordered = isUpwards ? upwards : lines
  const [first] = ordered
  return {
    opening_sen: first!.balance_sen! - moved(first!),
    closing_sen: ordered.at(-1)!.balance_sen!,
    broken_row: breaks(ordered)?.number ?? null,
  }
}

/** The first long number after a word for account. */
function accountAbove(rows: readonly SheetRow[]): string | null {
  for (const { cells } of rows) {
    const text = cells.map(shown).join(' ')
    const [, number] = /(?:account|akaun)[^\d]{0,40}(\d[\d -]{6,24}\d)/i.exec(text) ?? []
    if (number) return number.replace(/[ -]/g, '')
  }
  return null
}
