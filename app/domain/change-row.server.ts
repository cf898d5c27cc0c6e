import { type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Actor } from './actor.ts'
import { changed, refuseStale } from './changed.ts'
import { Refusal } from './refusal.ts'

/** Nouns of an organisation whose rows are changed by form, one version after the other. */
type Noun = 'branch' | 'category' | 'department'

/** A row at the version that a form was opened with. */
interface AtVersion {
  id: string
  version: number
}

/**
 * The columns of a row as they are, locked until the change is done. Refuses one that is gone (not_found.category and so
 * on) or that somebody has changed since (version_conflict).
 */
export async function lockedRow<N extends Noun, C extends keyof Selectable<DB[N]> & string>(
  trx: Transaction<DB>,
  noun: N,
  { id, version }: AtVersion,
  columns: readonly C[],
): Promise<Pick<Selectable<DB[N]>, C>> {
  const row = await trx
    .selectFrom(noun as 'branch')
    .select(['version', ...(columns as readonly 'code'[])])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal(`not_found.${noun}`)
  refuseStale(row, version)
  const { version: _, ...values } = row
  return values as unknown as Pick<Selectable<DB[N]>, C>
}

/** Writes values into a row that is still at its version; the next version, when and by whom go with them. */
export async function changeRow<N extends Noun>(
  trx: Transaction<DB>,
  actor: Actor,
  noun: N,
  at: AtVersion,
  values: Updateable<DB[N]>,
): Promise<void> {
  await update(trx, actor, noun, at, values)
}

/** Removes such a row: it stays, and nobody finds it. */
export async function removeRow(
  trx: Transaction<DB>,
  actor: Actor,
  noun: Noun,
  at: AtVersion,
): Promise<void> {
  await update(trx, actor, noun, at, { deleted_at: sql<Date>`now()` })
}

async function update(
  trx: Transaction<DB>,
  actor: Actor,
  noun: Noun,
  { id, version }: AtVersion,
  values: object,
): Promise<void> {
  await trx
    .updateTable(noun as 'branch')
    .set({ ...values, ...changed(actor) })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}
