import { asDate, plainWords, shown } from '#app/domain/core/spreadsheets/cells.ts'
import { findHeadings, headingsOf, mostAbove } from '#app/domain/core/spreadsheets/headings.ts'
import {
  type Columns,
  type LineField,
  lineFields,
  severalOf,
} from '#app/domain/payments/bank-statements/bank-statement.ts'
import type { Cell, SheetRow } from '#app/integrations/spreadsheets/cell.ts'
import { plainDay } from '#app/integrations/statements/day.ts'
import {
  plainText,
  type Statement,
  type StatementLine,
  StatementUnusable,
  senOf,
  statementLimits,
  textOrNull,
} from '#app/integrations/statements/statement.ts'
import { knownBanks, wordsOf } from './headings.ts'

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
  /** Rows that are not transactions: the bank's own text, sums, and empty amounts. */
  skipped: number
  /** The first row whose balance does not follow from the previous one. */
  broken_row: number | null
}

/** Words of a row that states a balance. */
const opening =
  /\b(opening|beginning|brought forward|b\s?\/?\s?f|baki (awal|permulaan|mula|dibawa ke hadapan))\b/i

const closing = /\b(closing|ending|total|jumlah|carried forward|c\s?\/?\s?f|baki (akhir|penutup))\b/i

const months: Readonly<Record<string, string>> = Object.fromEntries(
  'jan feb mar,mac apr may,mei jun jul aug,ogo,ogos sep,sept oct,okt nov dec,dis'
    .split(' ')
    .flatMap((names, index) => names.split(',').map((name) => [name, String(index + 1)])),
)

export { headingsOf }

/** Key under which the mapping of these headings is stored. */
export const headingsKey = (headings: readonly string[]) => headings.map(plainWords).join('|')

/**
 * Finds the heading row and guesses its columns; undefined where nothing looks like headings.
 * @param saved earlier mappings by {@link headingsKey}
 */
export function findLayout(
  rows: readonly SheetRow[],
  saved: ReadonlyMap<string, { name: string; columns: Columns }> = new Map(),
): Layout | undefined {
  for (const [heading, row] of rows.slice(0, mostAbove).entries()) {
    const headings = headingsOf(row)
    const known = saved.get(headingsKey(headings))
    if (known) return { heading, headings, columns: known.columns, bank: known.name }
  }
  const found = findHeadings(rows, (headings) => guessColumns(headings).filter(Boolean).length)
  const heading = found ?? unknownHeading(rows)
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
 * Transactions of a bank's sheet with headings in `rows[heading]`. Refuses (StatementUnusable), with its number, a row with an
 * amount but no date, an unreadable amount, or both credit and debit; and a sheet without transactions.
 */
export function sheetLines(rows: readonly SheetRow[], heading: number, columns: Columns): SheetStatement {
  const stated = { opening: undefined as number | undefined, closing: undefined as number | undefined }
  const lines: StatementLine[] = []
  let skipped = 0
  for (const row of rows.slice(0, heading)) noteBalance(row, stated)
  for (const row of rows.slice(heading + 1)) {
    const line = movementOf(row, columns)
    if (line) lines.push(line)
    else {
      skipped++
      noteBalance(row, stated)
    }
    if (lines.length > statementLimits.lines) throw new StatementUnusable('too_many_lines')
  }
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

function movementOf(row: SheetRow, columns: Columns): StatementLine | undefined {
  const words = cellsOf(row, columns, 'description').map(shown).join(' ')
  const [dated = null] = cellsOf(row, columns, 'date')
  const moved = moneyOf(row, columns)
  const booked_on = dayIn(dated)
  const isSum = opening.test(words) || closing.test(words)
  if (moved === null) return undefined
  if (!booked_on && shown(dated).trim() === '' && isSum) return undefined
  // The label of a sum may be in the date column.
  if (!booked_on && (opening.test(shown(dated)) || closing.test(shown(dated)))) return undefined
  if (!booked_on) throw new StatementUnusable('date', row.number)
  if (moved === undefined) throw new StatementUnusable('amount', row.number)
  const [balance = null] = cellsOf(row, columns, 'balance')
  return {
    number: row.number,
    booked_on,
    side: moved > 0 ? 'credit' : 'debit',
    amount_sen: Math.abs(moved),
    balance_sen: amountIn(balance) ?? null,
    payer_name: textOrNull(cellsOf(row, columns, 'payer').map(shown).join(' '), statementLimits.name),
    reference: textOrNull(
      cellsOf(row, columns, 'reference').map(shown).filter(Boolean).join(' '),
      statementLimits.name,
    ),
    description: plainText(words, statementLimits.text),
  }
}

/** Amount in sen, negative for debits; null for a row without an amount, undefined if unreadable. */
function moneyOf(row: SheetRow, columns: Columns): number | null | undefined {
  const [credit, debit, amount] = (['credit', 'debit', 'amount'] as const).map((field) => {
    const cells = cellsOf(row, columns, field)
    return cells.length > 0 ? amountIn(cells[0]!) : null
  })
  if (credit === undefined || debit === undefined || amount === undefined) return undefined
  if (credit && debit) throw new StatementUnusable('side', row.number)
  if (credit) return credit
  if (debit) return -Math.abs(debit)
  if (!amount) return null
  const [mark] = cellsOf(row, columns, 'sign')
  if (mark === undefined) return amount
  const side = sideIn(mark)
  if (!side) throw new StatementUnusable('side', row.number)
  return side === 'credit' ? Math.abs(amount) : -Math.abs(amount)
}

function noteBalance(
  { cells }: SheetRow,
  stated: { opening?: number | undefined; closing?: number | undefined },
): void {
  const text = cells.map(shown).join(' ')
  if (!/balance|baki/i.test(text)) return
  const amounts = cells.flatMap((cell) => (dayIn(cell) ? [] : (amountIn(cell) ?? [])))
  const last = amounts.at(-1)
  if (last === undefined) return
  if (opening.test(text)) stated.opening ??= last
  else if (/\b(closing|ending|carried forward|c\s?\/?\s?f|baki (akhir|penutup))\b/i.test(text))
    stated.closing = last
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

/** Cells of a field's columns, in their order. */
const cellsOf = ({ cells }: SheetRow, columns: Columns, field: LineField): Cell[] =>
  columns.flatMap((one, place) => (one === field ? [cells[place] ?? null] : []))

/**
 * The date of a cell as Malaysian banks write it: day first or year first, the month in digits or letters, optionally with a
 * time. Undefined for anything else, month-first dates included.
 */
export function dayIn(cell: Cell): string | undefined {
  if (typeof cell !== 'string') {
    const read = asDate(cell, 'dmy')
    return 'value' in read && typeof read.value === 'string' ? read.value : undefined
  }
  const text = cell.trim().replace(/[T ,]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([ap]m|Z|[+-]\d{2}:?\d{2})?$/i, '')
  const yearFirst = /^(\d{4})[-/. ]?(\d{2})[-/. ]?(\d{2})$/.exec(text)
  if (yearFirst) return plainDay(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!)
  const [, day, month = '', year = ''] =
    /^(\d{1,2})[-/. ]*([a-z]{3,9}|\d{1,2})[-/. ]*(\d{4}|\d{2})$/i.exec(text) ?? []
  // Digits without separators are ambiguous.
  if (!day || (/^\d+$/.test(month) && !/^\d{1,2}[-/. ]+\d{1,2}[-/. ]+\d/.test(text))) return undefined
  const named = /^\d/.test(month)
    ? month
    : (months[month.slice(0, 4).toLowerCase()] ?? months[month.slice(0, 3).toLowerCase()])
  return named && plainDay(year.length === 2 ? `20${year}` : year, named, day.padStart(2, '0'))
}

/** Amount of a cell in sen, negative if marked so; null for an empty cell, undefined for anything else. */
export function amountIn(cell: Cell): number | null | undefined {
  if (cell === null) return null
  if (typeof cell === 'number') {
    const sen = Math.round(cell * 100)
    // Excel's floating-point error for two decimals is below a thousandth of a sen.
    return Math.abs(cell * 100 - sen) < 1e-3 && Number.isSafeInteger(sen) && Math.abs(sen) < 1e12
      ? sen
      : undefined
  }
  const text = shown(cell).trim()
  if (/^\p{Pd}?$/u.test(text) || text === '') return null
  const [, sign = '', opens = '', , digits = '', closes = '', mark = ''] =
    /^([-+−]?)(\(?)\s*(RM|MYR)?\s*[-−]?(\d[\d,]*(?:\.\d*)?|\.\d+)\s*(\)?)\s*([-+−]|CR?|DR?)?$/i.exec(text) ??
    []
  if (!digits || (opens === '') !== (closes === '')) return undefined
  if (digits.includes(',') && !/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(digits)) return undefined
  const sen = senOf(digits.replaceAll(',', '').replace(/^\./, '0.'))
  if (sen === undefined) return undefined
  const isNegative =
    opens !== '' || /[-−]/.test(sign) || /^(RM|MYR)?\s*[-−]/i.test(text) || /^([-−]|DR?)$/i.test(mark)
  return isNegative && sen !== 0 ? -sen : sen
}

/** The meaning of a credit/debit mark. */
function sideIn(cell: Cell): 'credit' | 'debit' | undefined {
  const word = shown(cell).trim().toLowerCase()
  if (/^(c|cr|credit|kredit|\+|in|masuk)$/.test(word)) return 'credit'
  return /^(d|dr|debit|-|out|keluar)$/.test(word) ? 'debit' : undefined
}
