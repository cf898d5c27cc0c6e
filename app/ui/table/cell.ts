import { type Column, isNumeric } from '#app/domain/lists/columns.ts'

/** A browser that lays a table out as cards forgets that it is one; the roles remind it. */
export const ROLE = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

const unbroken: ReadonlySet<Column['kind']> = new Set<Column['kind']>(['date', 'instant', 'number', 'phone'])

/** Figures stand to the right, dates and numbers are not broken, the state has its own place on a card. */
export function classOf(column: Pick<Column, 'kind'>): string | undefined {
  if (isNumeric(column)) return 'figure'
  if (column.kind === 'status') return 'state'
  return unbroken.has(column.kind) ? 'date' : undefined
}
