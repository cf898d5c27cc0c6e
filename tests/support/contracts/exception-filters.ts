import { day, earlier } from './told.ts'

interface Row {
  state: string
  kind: string
  raised_at: Date
}
type Leaves = [value: string, leaves: (row: Row) => boolean]
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** What the filters that both desks of exceptions have leave of the rows of the lists. */
export const standing = {
  state: ['resolved', ({ state }) => state === 'resolved'],
  kind: ['no_answer', ({ kind }) => kind === 'no_answer'],
  from: [day, ({ raised_at }) => dayOf(raised_at) >= day],
  to: [earlier, ({ raised_at }) => dayOf(raised_at) < day],
} satisfies Record<string, Leaves>
