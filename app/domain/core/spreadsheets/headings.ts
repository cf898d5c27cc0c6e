import type { SheetRow } from '#app/integrations/spreadsheets/cell.ts'
import { shown } from './cells.ts'

/** Maximum rows above the headings: a title, the name of a school or a bank, an account, a period. */
export const mostAbove = 40

/** The texts of a heading row. */
export const headingsOf = ({ cells }: SheetRow): string[] =>
  cells.map((cell) => shown(cell).replace(/\s+/g, ' ').trim().slice(0, 100))

/**
 * The index of the first row with the most headings that are known, at least two; undefined where no row has.
 * @param known how many of a row's texts are known as headings
 */
export function findHeadings(
  rows: readonly SheetRow[],
  known: (headings: readonly string[]) => number,
): number | undefined {
  let best: { index: number; found: number } | undefined
  for (const [index, row] of rows.slice(0, mostAbove).entries()) {
    const found = known(headingsOf(row))
    if (found >= 2 && found > (best?.found ?? 1)) best = { index, found }
  }
  return best?.index
}
