import { parse } from 'csv-parse/sync'
import { type SheetRow, SheetUnusable, sheetLimits } from './cell.ts'
import { textOf } from './text.ts'

/** Rows that may be empty besides; behind these nobody has looked, so that a file with more is not taken in part. */
const spare = 200

/** Texts with commas, semicolons, tabs or bars between them. The first argument says how many rows there may be. */
export async function run(bytes: Buffer, [most]: readonly string[] = []): Promise<Uint8Array> {
  const mostRows = Number(most ?? sheetLimits.rows)
  const mostRecords = mostRows + spare
  const rows: SheetRow[] = []
  const whole = textOf(bytes)
  // A first line for Excel that names the separator is no row, but counts as one.
  const [line = '', separator] = /^sep=([,;\t|])(?:\r\n?|\n)/i.exec(whole) ?? []
  const text = whole.slice(line.length)
  let number = line ? 1 : 0
  for (const values of recordsOf(text, separator ?? separatorOf(text), mostRecords)) {
    number++
    const cells = values.map((value) => (value === '' ? null : withoutFormula(value)))
    while (cells.length > 0 && !cells.at(-1)?.trim()) cells.pop()
    if (cells.length > sheetLimits.columns) throw new SheetUnusable('too_many_columns')
    if (cells.length === 0) continue
    rows.push({
      number,
      cells: cells.map((cell) => (cell && cell.length > sheetLimits.letters ? { error: '…' } : cell)),
    })
    if (rows.length > mostRows + 1) throw new SheetUnusable('too_many_rows')
  }
  if (number >= mostRecords) throw new SheetUnusable('too_many_rows')
  return Buffer.from(JSON.stringify(rows))
}

/** `="0123"` keeps Excel from making a number of a text. */
const withoutFormula = (value: string) => /^\s*="([^"]*)"\s*$/.exec(value)?.[1] ?? value

/**
 * By the rules of CSV; a file that breaks them with quotes inside its fields (`Siti "Ina" binti Ali`) is read again with
 * these as letters.
 */
function recordsOf(text: string, delimiter: string, to: number): string[][] {
  const options = {
    delimiter,
    // By name, since a file may mix them.
    record_delimiter: ['\r\r\n', '\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: 500_000,
    to,
  }
  try {
    return parse(text, options)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!/INVALID_(OPENING|CLOSING)_QUOTE/.test(code)) throw unusable(error as Error)
  }
  const formulas = new RegExp(`(^|[${delimiter}\\r\\n])="([^"\\r\\n]*)"(?=[${delimiter}\\r\\n]|$)`, 'g')
  let records: string[][]
  try {
    const relaxed = { ...options, relax_quotes: true, ltrim: delimiter !== '\t' }
    records = parse(text.replace(formulas, '$1"$2"'), relaxed)
  } catch (error) {
    throw unusable(error as Error)
  }
  // A line break in such a file is more likely a quote that was never closed, and rows that it swallowed.
  if (records.some((values) => values.some((value) => /[\r\n]/.test(value))))
    throw new SheetUnusable('quotes', 'rows in a field')
  return records.map((values) => values.map((value) => /^"([^"]*)"\s*$/.exec(value)?.[1] ?? value))
}

/** A quote that nobody closed would swallow all rows after it. */
function unusable(error: Error): SheetUnusable {
  const { code = '' } = error as { code?: string }
  return new SheetUnusable(code.includes('MAX_RECORD') ? 'too_large' : 'quotes', error.message)
}

/**
 * What divides most lines into equally many columns. An address with commas above a table, as statements of banks have
 * it, is one line of its kind.
 */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n?|\n/, 40)
    .map((line) => line.replace(/"[^"]*"/g, ''))
  const scores = [',', ';', '\t', '|'].map((separator) => {
    const columns = new Map<number, number>()
    for (const line of lines) {
      const count = line.split(separator).length
      columns.set(count, (columns.get(count) ?? 0) + 1)
    }
    return { separator, score: Math.max(...[...columns].map(([count, found]) => (count - 1) * found)) }
  })
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).separator
}
