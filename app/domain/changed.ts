import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import { Refusal } from './refusal.ts'

export const touched = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` }

export const changed = (actor: Pick<Actor, 'id'>) => ({ ...touched, updated_by: actor.id })

/** What a form was opened on must still be what is there (version_conflict); who comes second compares and decides. */
export function refuseStale(row: { version: number }, version: number): void {
  if (row.version !== version) throw new Refusal('version_conflict')
}
