import { plainWords, shown } from '#app/domain/core/spreadsheets/cells.ts'
import type { Columns, LineField } from '#app/domain/payments/bank-statements/bank-statement.ts'
import type { Cell, SheetRow } from '#app/integrations/spreadsheets/cell.ts'
import {
  plainText,
  type SkippedRow,
  type SkipReason,
  type StatementLine,
  StatementUnusable,
  statementLimits,
  textOrNull,
} from '#app/integrations/statements/statement.ts'
import { amountIn, dayIn, sideIn } from './cells.ts'
import { footer, isSumOrBalance } from './labels.ts'

type Texts = Pick<StatementLine, 'payer_name' | 'reference' | 'description'>

/** Collects the transactions of a sheet from its rows, one after the other. */
export class MovementRows {
  readonly lines: StatementLine[] = []
  /** Rows that are not transactions, nor words of one. */
  skipped: SkippedRow[] = []
  /** Sums of the transactions so far. */
  #sums = { credit: 0, debit: 0 }
  /** The last row that belongs to a transaction. */
  #lastRow = 0
  /** Rows with a date and words whose amount may stand on the row below. */
  #pending: { rows: SheetRow[]; booked_on: string } | undefined

  readonly #columns: Columns
  readonly #headings: string

  /** @param headings the key of the heading row, which banks repeat on each page */
  constructor(columns: Columns, headings: string) {
    this.#columns = columns
    this.#headings = headings
  }

  /** False for a row that is left out. Refuses (StatementUnusable) one that is a transaction and cannot be read. */
  take(row: SheetRow): boolean {
    const reason = this.#isHeading(row) ? 'headings' : this.#read(row)
    if (reason === null) this.#lastRow = row.number
    else this.skipped.push({ row: row.number, text: textOf(row), reason })
    return reason === null
  }

  #isHeading({ cells }: SheetRow): boolean {
    return cells.map((cell) => plainWords(shown(cell))).join('|') === this.#headings
  }

  /** Why a row is left out; null for one that is a transaction or words of one. */
  #read(row: SheetRow): SkipReason | null {
    const [dated = null] = this.#cells(row, 'date')
    const booked_on = dayIn(dated)
    const amounts = this.#amounts(row)
    if (this.#isSum(row, booked_on, amounts)) return 'sum'
    const isUndated = shown(dated).trim() === ''
    const pending = isUndated ? this.#pendingAbove(row) : undefined
    this.#pending = undefined
    if (Object.values(amounts).every((sen) => sen === null || sen === 0)) {
      const none = Object.values(amounts).includes(0) ? 'zero' : 'no_amount'
      if (booked_on) this.#await(row, booked_on)
      else if (isUndated && pending) this.#awaitMore(row, pending)
      else if (isUndated && this.#continue(row)) return null
      return booked_on || pending || none === 'zero' ? none : 'text'
    }
    const day = booked_on ?? pending?.booked_on
    if (!day) {
      // Text of the bank below its columns of amounts.
      if (!this.#hasDigits(row)) return 'text'
      throw new StatementUnusable('date', row.number)
    }
    const moved = this.#moved(row, amounts)
    const above = pending?.rows ?? []
    const merged = new Set(above.map(({ number }) => number))
    this.skipped = this.skipped.filter(({ row: number }) => !merged.has(number))
    const [balance = null] = this.#cells(row, 'balance')
    this.#add({
      number: above[0]?.number ?? row.number,
      booked_on: day,
      side: moved > 0 ? 'credit' : 'debit',
      amount_sen: Math.abs(moved),
      balance_sen: amountIn(balance) ?? null,
      ...joined(...above.map((one) => this.#texts(one)), this.#texts(row)),
    })
    return null
  }

  #add(line: StatementLine): void {
    this.lines.push(line)
    this.#sums[line.side] += line.amount_sen
  }

  /** A row with a date and no amount is the bank's own, unless the amount follows on the next row. */
  #await(row: SheetRow, booked_on: string): void {
    const [balance = null] = this.#cells(row, 'balance')
    if (amountIn(balance) === null) this.#pending = { rows: [row], booked_on }
  }

  #awaitMore(row: SheetRow, { rows, booked_on }: { rows: SheetRow[]; booked_on: string }): void {
    this.#pending = { rows: [...rows, row], booked_on }
  }

  #pendingAbove({ number }: SheetRow) {
    const last = this.#pending?.rows.at(-1)
    return last?.number === number - 1 ? this.#pending : undefined
  }

  /** Words directly below a transaction, perhaps with its balance. */
  #continue(row: SheetRow): boolean {
    const line = this.lines.at(-1)
    const texts = this.#texts(row)
    const words = [texts.description, texts.reference, texts.payer_name].filter(Boolean).join(' ')
    if (!line || row.number !== this.#lastRow + 1 || words === '' || footer.test(words)) return false
    const [balance = null] = this.#cells(row, 'balance')
    line.balance_sen ??= amountIn(balance) ?? null
    Object.assign(line, joined(line, texts))
    return true
  }

  #isSum(row: SheetRow, booked_on: string | undefined, { credit, debit, amount }: Amounts): boolean {
    const [balance = null] = this.#cells(row, 'balance').map(amountIn)
    const money = [credit, debit, amount].filter((one) => typeof one === 'number' && one !== 0)
    if (money.length === 0 && (balance === null || booked_on)) return false
    const sumsAbove = [
      ...(credit ? [Math.abs(credit) === this.#sums.credit] : []),
      ...(debit ? [Math.abs(debit) === this.#sums.debit] : []),
      ...(amount ? [[this.#sums.credit, this.#sums.debit].includes(Math.abs(amount))] : []),
    ]
    return isSumOrBalance({
      words: row.cells
        .filter((cell) => typeof cell === 'string' && !dayIn(cell) && typeof amountIn(cell) !== 'number')
        .map(shown)
        .join(' ')
        .trim(),
      isDated: booked_on !== undefined,
      bothSides: Boolean(credit && debit),
      isSumAbove: sumsAbove.length > 0 && sumsAbove.every(Boolean),
      isBalance: balance === null || money.every((one) => one === balance),
    })
  }

  #amounts(row: SheetRow): Amounts {
    const of = (field: LineField) => {
      const [cell = null] = this.#cells(row, field)
      return amountIn(cell)
    }
    return { credit: of('credit'), debit: of('debit'), amount: of('amount') }
  }

  /** In sen, negative for money out. */
  #moved(row: SheetRow, { credit, debit, amount }: Amounts): number {
    if (credit === undefined || debit === undefined || amount === undefined)
      throw new StatementUnusable('amount', row.number)
    if (credit && debit) throw new StatementUnusable('side', row.number)
    if (credit) return credit
    if (debit) return -Math.abs(debit)
    const [mark] = this.#cells(row, 'sign')
    if (mark === undefined) return amount!
    const side = sideIn(mark)
    if (!side) throw new StatementUnusable('side', row.number)
    return side === 'credit' ? Math.abs(amount!) : -Math.abs(amount!)
  }

  #hasDigits(row: SheetRow): boolean {
    return (['credit', 'debit', 'amount'] as const).some((field) =>
      this.#cells(row, field).some((cell) => /\d/.test(shown(cell))),
    )
  }

  #texts(row: SheetRow): Texts {
    const of = (field: LineField) =>
      this.#cells(row, field)
        .map((cell) => shown(cell).trim())
        .filter(Boolean)
        .join(' ')
    return joined({
      payer_name: of('payer'),
      reference: of('reference'),
      description: of('description'),
    })
  }

  /** Cells of a field's columns, in their order. */
  #cells({ cells }: SheetRow, field: LineField): Cell[] {
    return this.#columns.flatMap((one, place) => (one === field ? [cells[place] ?? null] : []))
  }
}

/** A row as it is shown to somebody who looks for it in the file. */
const textOf = ({ cells }: SheetRow): string =>
  plainText(
    cells
      .map((cell) => shown(cell).trim())
      .filter(Boolean)
      .join(' · '),
    statementLimits.skippedText,
  )

/** Undefined for a cell that is no amount, null for an empty one. */
interface Amounts {
  credit: number | null | undefined
  debit: number | null | undefined
  amount: number | null | undefined
}

function joined(...rows: Texts[]): Texts {
  const of = (field: keyof Texts) => rows.map((row) => row[field] ?? '').join(' ')
  return {
    payer_name: textOrNull(of('payer_name'), statementLimits.name),
    reference: textOrNull(of('reference'), statementLimits.reference),
    description: plainText(of('description'), statementLimits.text),
  }
}
