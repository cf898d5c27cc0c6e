import { shown } from '#app/domain/core/spreadsheets/cells.ts'
import type { SheetRow } from '#app/integrations/spreadsheets/cell.ts'
import {
  plainText,
  type Statement,
  type StatementLine,
  StatementUnusable,
  statementLimits,
  textOrNull,
} from '#app/integrations/statements/statement.ts'
import type { Columns } from '../bank-statement.ts'
import { amountIn, dayIn, sideIn } from './cells.ts'
import { cellsOf } from './find-layout.ts'

/** Words of a row that states a balance. */
const opening =
  /\b(opening|beginning|brought forward|b\s?\/?\s?f|baki (awal|permulaan|mula|dibawa ke hadapan))\b/i
const closing = /\b(closing|ending|total|jumlah|carried forward|c\s?\/?\s?f|baki (akhir|penutup))\b/i

interface SheetStatement extends Statement {
  /** Rows that are not transactions: the bank's own text, sums, and empty amounts. */
  skipped: number
  /** The first row whose balance does not follow from the previous one. */
  broken_row: number | null
}

/**
 * Transactions of a bank's sheet with headings in `rows[heading]`. Refuses (StatementUnusable), with its number, a row with an
 * amount but no date, an unreadable amount, or both credit and debit; and a sheet without transactions.
 */
export function sheetLines(rows: readonly SheetRow[], heading: number, columns: Columns): SheetStatement {
  const said = { opening: undefined as number | undefined, closing: undefined as number | undefined }
  const lines: StatementLine[] = []
  let skipped = 0
  for (const row of rows.slice(0, heading)) noteBalance(row, said)
  for (const row of rows.slice(heading + 1)) {
    const line = movementOf(row, columns)
    if (line) lines.push(line)
    else {
      skipped++
      noteBalance(row, said)
    }
    if (lines.length > statementLimits.lines) throw new StatementUnusable('too_many_lines')
  }
  if (lines.length === 0) throw new StatementUnusable('empty')
  const chain = balancesOf(lines)
  return {
    account: accountAbove(rows.slice(0, heading)),
    opening_sen: chain?.opening_sen ?? said.opening ?? null,
    closing_sen: chain?.closing_sen ?? said.closing ?? null,
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
  said: { opening?: number | undefined; closing?: number | undefined },
): void {
  const text = cells.map(shown).join(' ')
  if (!/balance|baki/i.test(text)) return
  const amounts = cells.flatMap((cell) => (dayIn(cell) ? [] : (amountIn(cell) ?? [])))
  const last = amounts.at(-1)
  if (last === undefined) return
  if (opening.test(text)) said.opening ??= last
  else if (/\b(closing|ending|carried forward|c\s?\/?\s?f|baki (akhir|penutup))\b/i.test(text))
    said.closing = last
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
