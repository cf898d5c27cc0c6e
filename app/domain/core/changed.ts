import { sql, type Transaction, type UpdateObject } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Actor } from './actor.ts'
import { Refusal } from './refusal.ts'

export const touched = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` }

export const changed = (actor: Pick<Actor, 'id'>) => ({ ...touched, updated_by: actor.id })

/** Optimistic locking: refuses (version_conflict) a form that was opened on an older version of its row. */
export function refuseStale(row: { version: number }, version: number): void {
  if (row.version !== version) throw new Refusal('version_conflict')
}

/** Tables with a version and the person who changed a row last. */
type Versioned = {
  [T in keyof DB]: DB[T] extends { version: unknown; updated_by: unknown; status: unknown } ? T : never
}[keyof DB]

/**
 * Updates a row only at the version that was read. Callers have locked it; should one forget, the second change is refused
 * (version_conflict). `expected`: what else must still be true; `removed`: whether `deleted_at` is set.
 */
export async function changeAt<T extends Versioned>(
  trx: Transaction<DB>,
  actor: Actor,
  table: T,
  { id, version }: { id: string; version: number },
  values: UpdateObject<DB, T>,
  expected: { status?: string; removed?: boolean } = {},
): Promise<void> {
  const { status, removed } = expected
  // Kysely's types cannot follow a table that is one of several; one table is named for all.
  let query = trx
    .updateTable(table as 'subject')
    .set({ ...values, ...changed(actor) })
    .where('id', '=', id)
    .where('version', '=', version)
  if (status !== undefined) query = query.where('status', '=', status)
  if (removed !== undefined) query = query.where('deleted_at', removed ? 'is not' : 'is', null)
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal('version_conflict')
}
