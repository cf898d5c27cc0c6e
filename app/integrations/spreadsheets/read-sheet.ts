import { decode, Undecodable } from '#app/integrations/decoding/decode.ts'
import {
  type SheetContents,
  type SheetFault,
  type SheetRow,
  SheetUnusable,
  sheetFaults,
  sheetLimits,
} from './cell.ts'
import { utf16Of } from './text.ts'

const decoders = {
  xlsx: '#app/integrations/spreadsheets/xlsx-decoder.ts',
  csv: '#app/integrations/spreadsheets/csv-decoder.ts',
} as const
export type SheetFormat = keyof typeof decoders

/** A workbook of the largest size takes some 200 MB and three seconds. */
const limits = { bytes: 500_000_000, seconds: 15, resultBytes: 40_000_000 }

export interface FirstSheet {
  format: SheetFormat
  rows: SheetRow[]
  others: SheetRow[][]
  /** Numbers of rows that are hidden in the file, and read all the same. */
  hidden_rows: number[]
  /** Sheets that are not read. */
  left_out: { sheet: string; reason: 'hidden' | 'too_many' | 'others' }[]
}

/**
 * The rows of the first sheet that is shown, without those that are empty, and of the `others` that have any. Refuses
 * (SheetUnusable, with its `fault`) a sheet without rows below its headings, and what {@link readSheets} refuses.
 */
export async function readSheet(file: Buffer, options?: { mostRows: number }): Promise<FirstSheet> {
  const { format, sheets } = await readSheets(file, options)
  const [first, ...others] = sheets.filter(({ hidden }) => !hidden)
  if (first?.fault) throw new SheetUnusable(first.fault)
  if (!first || first.rows.length === 0) throw new SheetUnusable('empty')
  if (first.rows.length === 1) throw new SheetUnusable('no_rows')
  return {
    format,
    rows: first.rows,
    others: others.map(({ rows }) => rows).filter(({ length }) => length > 0),
    hidden_rows: first.hidden_rows,
    left_out: sheets
      .filter((sheet) => sheet !== first && (sheet.hidden || sheet.fault || sheet.rows.length > 0))
      .map(({ name, hidden, fault }) => ({
        sheet: name,
        reason: hidden ? 'hidden' : fault ? 'too_many' : 'others',
      })),
  }
}

/**
 * Every sheet of a workbook, read in a process of its own; a CSV is a single sheet without a name. What it is, is told by
 * its first bytes, whatever its name says. Refuses (SheetUnusable, with its `fault`) anything that is no plain workbook or
 * CSV within `sheetLimits`, and (LineFull) while too many files wait. `mostRows`: of a file that may have more or less.
 */
export async function readSheets(
  file: Buffer,
  { mostRows = sheetLimits.rows as number } = {},
): Promise<{ format: SheetFormat; sheets: SheetContents[] }> {
  if (file.length > sheetLimits.bytes) throw new SheetUnusable('too_large')
  const format = formatOf(file)
  const args = [String(mostRows)]
  const json = await decode(decoders[format], file, { args, limits }).catch((error: Error) => {
    throw error instanceof Undecodable ? new SheetUnusable(faultOf(error.message), error.message) : error
  })
  const decoded = JSON.parse(json.toString('utf8'))
  if (format === 'xlsx') return { format, sheets: decoded }
  const only = { name: '', hidden: false, rows: decoded, hidden_rows: [], hidden_columns: [], fault: null }
  return { format, sheets: [only] }
}

const faultOf = (message: string): SheetFault =>
  sheetFaults.find((fault) => message === fault || message.startsWith(`${fault}:`)) ??
  (message.startsWith('reading it took too much') || message.startsWith('the result is larger')
    ? 'too_large'
    : 'unreadable')

const begins = (file: Buffer, ...bytes: number[]) => bytes.every((byte, index) => file[index] === byte)

/** Compound files are workbooks of Excel 2003 and before, or of today with a password; the name of a part says which. */
function formatOf(file: Buffer): SheetFormat {
  if (file.length === 0) throw new SheetUnusable('empty')
  if (begins(file, 0x50, 0x4b)) return 'xlsx'
  if (begins(file, 0xd0, 0xcf, 0x11, 0xe0)) {
    const isLocked = file.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    throw new SheetUnusable(isLocked ? 'encrypted' : 'old_excel')
  }
  // No text but UTF-16 has zero bytes, and what every other kind of file begins with has one soon.
  const start = file.subarray(0, 4_096)
  if (!utf16Of(file) && (start.includes(0) || otherKind(start))) throw new SheetUnusable('not_a_sheet')
  return 'csv'
}

/** Kinds that may do without a zero byte at their beginning. */
const otherKind = (start: Buffer) =>
  /^(%PDF-|\x89PNG|GIF8|\xff\xd8\xff|Rar!|7z\xbc\xaf|\{\\rtf|\s*<(\?xml|!doctype|html|svg|table))/i.test(
    start.toString('latin1'),
  )
