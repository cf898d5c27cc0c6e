import { z } from 'zod'

/** What a line of a file for a bank may say. */
export const fileColumns = [
  'number',
  'payout_on',
  'account_name',
  'account_number',
  'bank_name',
  'bank_code',
  'amount',
] as const
export type FileColumn = (typeof fileColumns)[number]
export type FileRow = Record<FileColumn, string>

/** How a bank wants its file: which columns in which order, what is between them, and the names above them. */
export const layoutSchema = z.object({
  name: z.string().min(2).max(60),
  columns: z.array(z.enum(fileColumns)).min(1),
  separator: z.enum([',', ';', '|', '\t']),
  header: z.boolean(),
})
export type Layout = z.output<typeof layoutSchema>

/** Layouts that everybody can read. A bank that wants another has its own kept beside them. */
export const usualLayouts: Record<'comma' | 'semicolon', Layout> = {
  comma: { name: 'CSV (,)', columns: [...fileColumns], separator: ',', header: true },
  semicolon: { name: 'CSV (;)', columns: [...fileColumns], separator: ';', header: true },
}

/**
 * The file, line by line. What a spreadsheet would take for a formula has an apostrophe before it, and what holds a
 * separator, a quote or a line's end is quoted.
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
