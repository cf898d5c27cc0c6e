import { parse } from 'csv-parse/sync'
import { type SheetRow, SheetUnusable, sheetLimits } from './cell.ts'
import { textOf } from './text.ts'

/** Rows that may be empty besides; behind these nobody has looked, so that a file with more is not taken in part. */
const spare = 200

/** Texts with commas, semicolons or tabs between them. The first argument says how many rows there may be. */
export async function run(bytes: Buffer, [most]: readonly string[] = []): Promise<Uint8Array> {
  const mostRows = Number(most ?? sheetLimits.rows)
  const mostRecords = mostRows + spare
  const text = textOf(bytes)
  const rows: SheetRow[] = []
  let number = 0
  for (const values of recordsOf(text, mostRecords)) {
    number++
    const cells = values.map((value) => (value === '' ? null : value))
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

function recordsOf(text: string, mostRecords: number): string[][] {
  try {
    return parse(text, {
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: 500_000,
      to: mostRecords,
    })
  } catch (error) {
    // A quote that nobody closed would swallow all rows after it.
    const { code = '' } = error as { code?: string }
    throw new SheetUnusable(code.includes('MAX_RECORD') ? 'too_large' : 'quotes', (error as Error).message)
  }
}

/**
 * Whichever the headings have most of: the first line of three columns or more, since a statement of a bank has some of its
 * own above; else the first line.
 */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n?|\n/, 40)
  const counts = lines.map((line) =>
    [',', ';', '\t']
      .map((one) => ({ one, columns: line.split(one).length }))
      .sort((a, b) => b.columns - a.columns),
  )
  const [best] = counts.find(([most]) => most!.columns >= 3) ?? counts[0]!
  return best!.one
}
