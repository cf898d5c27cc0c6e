import { sql } from 'kysely'
import type { Actor } from './actor.ts'

/** What each change of a row sets besides its values: the next version, when, and by whom. */
export function changed(actor: Pick<Actor, 'id'>) {
  return { version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: actor.id }
}
