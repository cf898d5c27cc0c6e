import type { Column } from '#app/domain/core/lists/columns.ts'

/** Millimetres between the margins of A4 (styles/paper.css). */
const widthOf = { portrait: 178, landscape: 265 } as const

/** Millimetres that a column needs so that no word and no figure of it breaks at the size of a printed list, 8.75 pt. */
const roomOf: Readonly<Record<NonNullable<Column['kind']>, number>> = {
  text: 30,
  number: 27,
  phone: 26,
  email: 40,
  money: 23,
  // less than a million, so that the twelve months of a year have room
  amount: 18,
  month: 18,
  date: 22,
  instant: 24,
  count: 16,
  status: 24,
  percent: 16,
  week: 42,
  title: 40,
  clock: 18,
  duration: 16,
  share: 13,
}

/** How the columns of a list are laid on paper. */
export interface PaperLines {
  sheet: keyof typeof widthOf
  /** The columns of the table, in their order. */
  columns: readonly Column[]
  /** What has no room there, in a second line below the cells of each row. */
  rest: readonly Column[]
}

/**
 * As many columns as A4 has room for at a size that can be read, upright where they fit; a table that is too wide would be
 * shrunk by the printer. What says whose row it is and what is added up comes first, then what the page shows, then what is
 * only in files.
 */
export function linesOfRow(columns: readonly Column[]): PaperLines {
  const inTable = columns.filter(({ room }) => room !== 'below')
  const needed = inTable.reduce((sum, column) => sum + roomFor(column), 0)
  if (needed <= widthOf.landscape)
    return {
      sheet: needed <= widthOf.portrait ? 'portrait' : 'landscape',
      columns: inTable,
      rest: columns.filter(({ room }) => room === 'below'),
    }
  const placed = new Set<Column>()
  let left: number = widthOf.landscape
  for (const column of inTable.toSorted((one, other) => rankOf(one, columns) - rankOf(other, columns))) {
    left -= roomFor(column)
    if (left < 0) break
    placed.add(column)
  }
  return {
    sheet: 'landscape',
    columns: columns.filter((column) => placed.has(column)),
    rest: columns.filter((column) => !placed.has(column)),
  }
}

const roomFor = ({ kind = 'text' }: Column) => roomOf[kind]

function rankOf(column: Column, columns: readonly Column[]): number {
  if (column === columns[0] || column.total || column.room === 'who' || column.room === 'much') return 0
  return column.only === 'file' ? 2 : 1
}
