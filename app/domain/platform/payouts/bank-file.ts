import { z } from 'zod'
import { text } from '#app/domain/core/fields.ts'

/** Columns that a bank's payout file may have. */
export const fileColumns = [
  'number',
  'payout_on',
  'account_name',
  'account_number',
  'bank_name',
  'bank_code',
  'amount',
] as const
type FileColumn = (typeof fileColumns)[number]
type FileRow = Record<FileColumn, string>

/** The format of a bank's file: columns and their order, separator, and whether there is a header row. */
export const layoutSchema = z.object({
  name: z.string().min(2).max(60),
  columns: z.array(z.enum(fileColumns)).min(1),
  separator: z.enum([',', ';', '|', '\t']),
  header: z.boolean(),
})
export type Layout = z.output<typeof layoutSchema>

/** Built-in layouts; those made for single banks are stored as a setting. */
export const standardLayouts: Record<'comma' | 'semicolon', Layout> = {
  comma: { name: 'CSV (,)', columns: [...fileColumns], separator: ',', header: true },
  semicolon: { name: 'CSV (;)', columns: [...fileColumns], separator: ';', header: true },
}

/**
 * The file as CSV. A cell that a spreadsheet would run as a formula gets an apostrophe in front, and one with a separator,
 * a quote or a line break is quoted.
 */
export function bankFile(rows: readonly FileRow[], { columns, separator, header }: Layout): string {
  const line = (cells: readonly string[]) => cells.map((cell) => safeCell(cell, separator)).join(separator)
  const lines = rows.map((row) => line(columns.map((column) => row[column])))
  return [...(header ? [line(columns)] : []), ...lines].map((text) => `${text}\r\n`).join('')
}

function safeCell(text: string, separator: string): string {
  const disarmed = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  const quoted = disarmed.includes(separator) || /["\r\n]/.test(disarmed)
  return quoted ? `"${disarmed.replaceAll('"', '""')}"` : disarmed
}

/** Names of the separators in the form, since a tab cannot be typed. */
const separators = { comma: ',', semicolon: ';', bar: '|', tab: '\t' } as const
type Separator = keyof typeof separators
export const separatorNames = Object.keys(separators) as Separator[]

const column = z.enum(fileColumns).optional()

/** The layout form: one select for each column of the file. */
export const layoutForm = z.object({
  name: text({ min: 2, max: 60 }),
  separator: z.enum(separatorNames),
  header: z.boolean().optional(),
  ...{ column_1: z.enum(fileColumns), column_2: column, column_3: column, column_4: column },
  ...{ column_5: column, column_6: column, column_7: column },
  /** `layout_id` of a new layout, `seen` (its hash) of one that is edited. */
  ...{ layout_id: z.uuid().optional(), seen: text({ max: 60 }).optional() },
  intent: z.literal('preview').optional(),
})
/** `seen`: the layout's hash when the page was shown. */
export const removeLayoutForm = z.object({ seen: text({ max: 60 }) })
type LayoutInput = z.output<typeof layoutForm>

export const places = [1, 2, 3, 4, 5, 6, 7] as const
export const columnField = (place: (typeof places)[number]) => `column_${place}` as const

/** The layout of a filled-in form; empty selects are skipped. */
export function layoutOf({ name, separator, header, ...input }: LayoutInput): Layout {
  const columns = places.map((place) => input[columnField(place)]).filter((one) => one !== undefined)
  return { name, columns, separator: separators[separator], header: header === true }
}

/** The first position with a column that was already chosen; undefined: none. */
export function repeatedColumn(input: LayoutInput): (typeof places)[number] | undefined {
  const seen = new Set<FileColumn>()
  return places.find((place) => {
    const one = input[columnField(place)]
    if (one === undefined) return false
    if (seen.has(one)) return true
    seen.add(one)
    return false
  })
}

/** A layout as the form shows it. */
export function layoutValues({ name, columns, separator, header }: Layout) {
  return {
    ...{ name, separator: separatorNames.find((key) => separators[key] === separator)! },
    ...(header ? { header: 'on' } : {}),
    ...Object.fromEntries(columns.map((one, index) => [`column_${index + 1}`, one])),
  }
}

/** Two made-up payouts for the preview of a layout. */
export const sampleRows = [
  {
    ...{ number: 'PO-26-000001', payout_on: '2026-02-04', account_name: 'Tadika Contoh, Kajang' },
    ...{ account_number: '514000012345', bank_name: 'Maybank', bank_code: 'MB2U0227', amount: '1234.50' },
  },
  {
    ...{ number: 'PO-26-000002', payout_on: '2026-02-04', account_name: 'Pusat Tuisyen Contoh' },
    ...{ account_number: '8001234567', bank_name: 'CIMB Bank', bank_code: 'BCBB0235', amount: '98.00' },
  },
]
