import { exportCell, isNumeric } from '#app/domain/core/lists/columns.ts'
import type { Listing } from './listing.ts'

/** Rows as CSV (RFC 4180, UTF-8 with the mark that Excel needs to see it). */
export async function* csv({
  columns,
  chunks,
  note,
  groups,
  t,
  locale,
}: Listing): AsyncGenerator<Uint8Array> {
  const cellsOf = (row: Readonly<Record<string, unknown>>, of: Listing['columns']) =>
    lineOf(
      of.map((column) => {
        const text = exportCell(column, row[column.key], locale, t)
        return isNumeric(column) ? text : defused(text)
      }),
    )
  yield Buffer.from(`\uFEFF${lineOf(columns.map(({ label }) => t(label)))}`)
  for await (const rows of chunks) {
    const lines = (rows as Record<string, unknown>[]).map((row) => cellsOf(row, columns))
    yield Buffer.from(lines.join(''))
  }
  const last = note()
  if (last) yield Buffer.from(lineOf([last]))
  if (!groups) return
  const head = lineOf(groups.columns.map(({ label }) => t(label)))
  const sums = cellsOf({ ...groups.totals, group_name: t('common.total') }, groups.columns)
  const lines = groups.rows.map((row) => cellsOf(row, groups.columns))
  yield Buffer.from([lineOf(['']), lineOf([groups.title]), head, ...lines, sums].join(''))
}

/** Texts as CSV, the head first; none of them is a formula. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => lineOf(row.map(defused))).join('')}`

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe in front; also the full-width forms of those
 * letters, which Excel folds. Our own figures never come this way.
 */
function defused(text: string): string {
  return /^[=+\-@\t\r\n\0＝＋－＠]/.test(text) ? `'${text}` : text
}

function lineOf(cells: string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
