import { parse } from 'csv-parse/sync'
import { type SheetRow, SheetUnusable, sheetLimits } from './cell.ts'

/** Rows of which so many may be empty; behind these nobody has looked, so that a file with more is not taken in part. */
const mostRecords = sheetLimits.rows + 200

/** Texts with commas, semicolons or tabs between them, whichever the first line has most of. */
export async function run(bytes: Buffer): Promise<Uint8Array> {
  const text = textOf(bytes)
  const rows: SheetRow[] = []
  let number = 0
  for (const values of recordsOf(text)) {
    number++
    const cells = values.map((value) => (value === '' ? null : value))
    while (cells.length > 0 && !cells.at(-1)?.trim()) cells.pop()
    if (cells.length > sheetLimits.columns) throw new SheetUnusable('too_many_columns')
    if (cells.length === 0) continue
    rows.push({
      number,
      cells: cells.map((cell) => (cell && cell.length > sheetLimits.letters ? { error: '…' } : cell)),
    })
    if (rows.length > sheetLimits.rows + 1) throw new SheetUnusable('too_many_rows')
  }
  if (number >= mostRecords) throw new SheetUnusable('too_many_rows')
  return Buffer.from(JSON.stringify(rows))
}

function recordsOf(text: string): string[][] {
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

/** UTF-8 with or without its mark, UTF-16 with it, and what Excel here writes otherwise: windows-1252. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const text = utf8Of(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
  if (/[^\P{Cc}\t\n\v\f\r\u007f-\u009f]/u.test(text)) throw new SheetUnusable('not_a_sheet')
  return text
}

function utf8Of(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function separatorOf(text: string): string {
  const first = (text.match(/^[^\r\n]*/)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const [best] = [',', ';', '\t']
    .map((one) => ({ one, count: first.split(one).length }))
    .sort((a, b) => b.count - a.count)
  return best!.one
}
