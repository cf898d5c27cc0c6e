import { type Keys, open, seal } from '#app/domain/core/secrets.ts'
import { shown } from '#app/domain/core/spreadsheets/cells.ts'
import type { Cell } from '#app/integrations/spreadsheets/cell.ts'
import type { Columns } from './guess.ts'
import type { DateOrder, Problem } from './import.ts'
import type { About, AnyKind, Values } from './kind.ts'

/** Cells hold identity numbers, so they are sealed for their row, as JSON. */
export const sealCells = (keys: Keys, row: string, cells: readonly Cell[]): string =>
  seal(
    keys.ring,
    { place: keys.place, table: 'import_row', column: 'cells_sealed', row },
    JSON.stringify(cells),
  )

/** None where they were removed since. */
export const openCells = (keys: Keys, row: string, sealed: string | null): Cell[] =>
  sealed === null
    ? []
    : JSON.parse(
        open(keys.ring, { place: keys.place, table: 'import_row', column: 'cells_sealed', row }, sealed),
      )

export const sealHeadings = (keys: Keys, row: string, headings: readonly string[]): string =>
  seal(
    keys.ring,
    { place: keys.place, table: 'import', column: 'headings_sealed', row },
    JSON.stringify(headings),
  )

export const openHeadings = (keys: Keys, row: string, sealed: string | null): string[] =>
  sealed === null
    ? []
    : JSON.parse(
        open(keys.ring, { place: keys.place, table: 'import', column: 'headings_sealed', row }, sealed),
      )

/** How the cells of an import are read. */
export interface Reading {
  columns: Columns
  fixed: Readonly<Record<string, string>>
  date_order: DateOrder
}

/** A row as its kind understands it, or what is wrong with it: each cell by itself, then what they say together. */
export function readRow(
  kind: AnyKind,
  { columns, fixed, date_order }: Reading,
  about: About,
  cells: readonly Cell[],
): { row: unknown } | { problems: Problem[] } {
  const values: Values = {}
  const problems: Problem[] = []
  for (const { key, read } of kind.fields) {
    const column = columns[key]
    const cell = column === undefined ? null : (cells[column] ?? null)
    const result = read(cell, date_order)
    if ('problem' in result) problems.push({ field: key, code: result.problem })
    // What cannot be read is there all the same, so that nothing else is said to be missing because of it.
    const value = 'problem' in result ? shown(cell) : (result.value ?? fixed[key])
    if (value !== undefined) values[key] = value
  }
  if (problems.length === 0) return kind.parse(values, about)
  const parsed = kind.parse(values, about)
  const more = 'problems' in parsed ? parsed.problems : []
  const named = new Set(problems.map(({ field }) => field))
  // Of what the row leaves empty nothing is said yet: it may only be at odds with the cell that cannot be read.
  const isSaid = ({ field }: Problem) => {
    const known = kind.fields.find(({ key }) => key === field)
    return known?.required === true || shown(cells[columns[field ?? ''] ?? -1]) !== ''
  }
  return { problems: [...problems, ...more.filter((one) => !named.has(one.field) && isSaid(one))] }
}
