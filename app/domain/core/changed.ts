import { sql, type Transaction, type UpdateObject } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Actor } from './actor.ts'
import { Refusal } from './refusal.ts'

export const touched = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` }

export const changed = (actor: Pick<Actor, 'id'>) => ({ ...touched, updated_by: actor.id })

/** What a form was opened on must still be what is there (version_conflict); who comes second compares and decides. */
export function refuseStale(row: { version: number }, version: number): void {
  if (row.version !== version) throw new Refusal('version_conflict')
}

/** Tables whose rows are changed one version after the other, and say by whom. */
type Versioned = {
  [T in keyof DB]: DB[T] extends { version: unknown; updated_by: unknown; status: unknown } ? T : never
}[keyof DB]

/**
 * The one conditional UPDATE by which such a row is changed. The row is locked by now; should that ever be forgotten, who
 * comes second is refused (version_conflict). `expected`: what else the row must be still; `removed` says of a table with
 * `deleted_at` on which side of it.
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
  // Kysely's types cannot follow a table that is one of several; one name stands for them.
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
