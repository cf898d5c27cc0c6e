import type { TFunction } from 'i18next'
import { type Column, isNumeric } from '#app/domain/core/lists/columns.ts'

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
function classOf({ kind, room, lines }: Pick<Column, 'kind' | 'room' | 'lines'>): string | undefined {
  const classes = [
    isNumeric({ kind }) && 'figure',
    kind === 'status' && 'state',
    !lines && unbroken.has(kind) && 'date',
    kind === 'instant' && 'when',
    kind === 'email' && 'long',
    room,
  ]
  return classes.filter(Boolean).join(' ') || undefined
}

/** A column as a table draws it: what is the same in every row is worked out once. */
export type Placed<C extends Column = Column> = C & {
  className: string | undefined
  /** What its cells are called on a card; undefined where they speak for themselves. */
  called: string | undefined
}

/**
 * The columns with their rooms: where none says whom a row is about, the first one does. A brief card calls by name
 * only the figures beside its sum.
 */
export function placed<C extends Column>(
  columns: readonly C[],
  t: TFunction,
  { brief }: { brief?: true | undefined } = {},
): readonly Placed<C>[] {
  const known = columns.some(({ room }) => room === 'who')
  return columns.map((column, index) => {
    const one: C = known || index > 0 ? column : { ...column, room: 'who' }
    const isCalled = !brief || (isNumeric(one) && one.room !== 'much')
    return { ...one, className: classOf(one), called: isCalled ? t(one.label) : undefined }
  })
}
