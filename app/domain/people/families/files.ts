import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { refuseBeyondStorage } from '#app/domain/core/features/limits.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { parentsIn } from '#app/domain/people/parents/scope.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { mostFiles } from './family-form.ts'
import { reachedParent } from './notes.ts'

export interface NewFile {
  name: string
  content_type: 'application/pdf' | 'image/jpeg'
  size_bytes: number
  storage_key: string
}

/** Files of these parents, the latest first, also those that were removed: of these only what they were. */
export function filesOfFamily(db: Kysely<DB>, parent_ids: readonly string[]) {
  return db
    .selectFrom('family_file')
    .innerJoin('user_account as giver', 'giver.id', 'family_file.created_by')
    .leftJoin('user_account as remover', 'remover.id', 'family_file.removed_by')
    .select(['family_file.id', 'family_file.name', 'family_file.content_type', 'family_file.size_bytes'])
    .select(['family_file.created_at', 'giver.name as giver', 'family_file.removed_at'])
    .select('remover.name as remover')
    .where(sql<boolean>`family_file.parent_id = any(${parent_ids}::uuid[])`)
    .orderBy('family_file.created_at', 'desc')
    .orderBy('family_file.id')
    .limit(100)
    .execute()
}

/** Refuses with not_found.parent, and (file.too_many) more than an office can overlook, and what {@link refuseBeyondStorage} does. */
export async function addFile(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
  file: NewFile,
): Promise<void> {
  const { name } = await reachedParent(trx, scope, parent_id)
  // Locked, so that of two at once the second counts the first.
  await trx.selectFrom('parent').select('id').where('id', '=', parent_id).forUpdate().execute()
  const { count } = await trx
    .selectFrom('family_file')
    .select(sql<number>`count(*)`.as('count'))
    .where('parent_id', '=', parent_id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= mostFiles) throw new Refusal('file.too_many', 'file', { most: mostFiles })
  await refuseBeyondStorage(trx, file.size_bytes, 'file')
  await trx
    .insertInto('family_file')
    .values({ id: newId(), parent_id, created_by: actor.id!, ...file })
    .execute()
  const change = named(name, { after: { file: file.name, size_bytes: file.size_bytes } })
  await record(trx, actor, 'parent.file_added', { type: 'parent', id: parent_id }, change)
}

/** A file that is still there; refuses with not_found.file. */
export async function familyFile(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await reachedFile(db, scope, id)
  if (row.removed_at) throw new Refusal('not_found.file')
  return row
}

async function reachedFile(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await db
    .selectFrom('family_file')
    .select(['id', 'parent_id', 'name', 'content_type', 'size_bytes', 'storage_key', 'removed_at'])
    .where('id', '=', id)
    .where('parent_id', 'in', parentsIn(db, scope).select('parent.id'))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.file')
  return row
}

/**
 * The row stays and says what it was; the bytes are for whoever calls to remove. One that was removed already stays as
 * it is. Refuses with not_found.file.
 */
export async function removeFile(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<{ parent_id: string; storage_key: string; file: string }> {
  const { parent_id, storage_key, name: file } = await reachedFile(trx, scope, id)
  const removed = await trx
    .updateTable('family_file')
    .set({ removed_at: sql<Date>`now()`, removed_by: actor.id })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (removed) {
    const { name } = await reachedParent(trx, scope, parent_id)
    const change = named(name, { before: { file } })
    await record(trx, actor, 'parent.file_removed', { type: 'parent', id: parent_id }, change)
  }
  return { parent_id, storage_key, file }
}
