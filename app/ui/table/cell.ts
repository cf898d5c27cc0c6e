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

const unbroken: ReadonlySet<Column['kind']> = new Set<Column['kind']>(['date', 'number', 'phone'])

/** Figures stand to the right, dates and numbers are not broken, the state has its own place on a card. */
function classOf({ kind, room }: Pick<Column, 'kind' | 'room'>): string | undefined {
  const classes = [
    isNumeric({ kind }) && 'figure',
    kind === 'status' && 'state',
    unbroken.has(kind) && 'date',
    kind === 'instant' && 'when',
    room,
  ]
  return classes.filter(Boolean).join(' ') || undefined
}

/** A column as a table draws it: with the class of its cells, which is the same in every row. */
export type Placed<C extends Column = Column> = C & { className: string | undefined }

/** The columns with their rooms: where none says whom a row is about, the first one does. */
export function placed<C extends Column>(columns: readonly C[]): readonly Placed<C>[] {
  const known = columns.some(({ room }) => room === 'who')
  return columns.map((column, index) => {
    const one: C = known || index > 0 ? column : { ...column, room: 'who' }
    return { ...one, className: classOf(one) }
  })
}
