/** Rows as a table for a terminal. */
export function table(head: string[], rows: string[][]): string[] {
  const all = [head, ...rows]
  const widths = head.map((_title, column) => Math.max(...all.map((row) => [...row[column]!].length)))
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)]
}
