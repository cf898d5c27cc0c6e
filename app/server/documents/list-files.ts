import type { TFunction } from 'i18next'
import writeExcel from 'write-excel-file/node'
import { type Column, exportCell, isNumeric } from '#app/domain/lists/columns.ts'

/** A file for the reader's downloads. `name` is ours and plain ASCII. */
export function download(bytes: Uint8Array, name: string, contentType: string): Response {
  return new Response(bytes as BodyInit, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': String(bytes.length),
    },
  })
}

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe in front; also the full-width forms of those
 * letters, which Excel folds. Our own figures never come this way.
 */
function defused(text: string): string {
  return /^[=+\-@\t\r\n\0＝＋－＠]/.test(text) ? `'${text}` : text
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV (RFC 4180, UTF-8 with the mark that Excel needs to see it). */
export function csv<Row extends object>(
  columns: readonly Column<keyof Row & string>[],
  rows: Row[],
  t: TFunction,
  name: string,
) {
  const head = columns.map((column) => csvCell(t(column.label)))
  const body = rows.map((row) =>
    columns.map((column) => {
      const text = exportCell(column, row[column.key], t)
      return csvCell(isNumeric(column) ? text : defused(text))
    }),
  )
  const lines = [head, ...body].map((cells) => cells.join(',')).join('\r\n')
  return download(Buffer.from(`\uFEFF${lines}\r\n`), `${name}.csv`, 'text/csv; charset=utf-8')
}

/** Rows as an Excel sheet: figures as numbers, everything else as text, never a formula. */
export async function xlsx<Row extends object>(
  columns: readonly Column<keyof Row & string>[],
  rows: Row[],
  t: TFunction,
  name: string,
) {
  const head = columns.map((column) => ({ value: t(column.label), fontWeight: 'bold' as const }))
  const body = rows.map((row) =>
    columns.map((column) => {
      const text = exportCell(column, row[column.key], t)
      if (text === '') return null
      if (!isNumeric(column)) return { type: String, value: text }
      return { type: Number, value: Number(text), format: column.kind === 'count' ? '0' : '#,##0.00' }
    }),
  )
  const bytes = await writeExcel([head, ...body], { sheet: name.slice(0, 31) }).toBuffer()
  return download(bytes, `${name}.xlsx`, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
}
