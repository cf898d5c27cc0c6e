import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { refuseBeyondStorage } from '#app/domain/core/features/limits.ts'
import { refuseOwnFamilyOf } from '#app/domain/core/four-eyes/own-family.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { parentsIn, reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type JoinInput, mostFiles, type NoteInput } from './family.ts'

/** Notes that a page shows, the latest first. */
const mostNotes = 50

/** Notes of the staff about these parents, the latest first, struck ones included. Never shown to the family. */
export function notesOf(db: Kysely<DB>, parent_ids: readonly string[]) {
  return db
    .selectFrom('family_note')
    .innerJoin('user_account as writer', 'writer.id', 'family_note.created_by')
    .leftJoin('user_account as striker', 'striker.id', 'family_note.struck_by')
    .select(['family_note.id', 'family_note.body', 'family_note.created_at', 'writer.name as writer'])
    .select(['family_note.struck_at', 'striker.name as striker'])
    .where(sql<boolean>`family_note.parent_id = any(${parent_ids}::uuid[])`)
    .orderBy('family_note.created_at', 'desc')
    .orderBy('family_note.id')
    .limit(mostNotes)
    .execute()
}

/** Adds a note, which cannot be changed. Refuses with not_found.parent. The audit entry does not contain its text. */
export async function writeNote(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
  { body }: NoteInput,
): Promise<void> {
  const { name } = await reachedParent(trx, scope, parent_id)
  const id = newId()
  await trx.insertInto('family_note').values({ id, parent_id, body, created_by: actor.id! }).execute()
  const change = named(name, { after: { note: id } })
  await record(trx, actor, 'parent.note_written', { type: 'parent', id: parent_id }, change)
}

/** Strikes a note out; it stays readable. Safe to repeat. Refuses with not_found.note. */
export async function strikeNote(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<{ parent_id: string }> {
  const note = await trx
    .selectFrom('family_note')
    .select('parent_id')
    .where('id', '=', id)
    .where('parent_id', 'in', parentsIn(trx, scope).select('parent.id'))
    .executeTakeFirst()
  if (!note) throw new Refusal('not_found.note')
  const { parent_id } = note
  const struck = await trx
    .updateTable('family_note')
    .set({ struck_at: sql<Date>`now()`, struck_by: actor.id })
    .where('id', '=', id)
    .where('struck_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!struck) return { parent_id }
  const { name } = await reachedParent(trx, scope, parent_id)
  const change = named(name, { after: { note: id } })
  await record(trx, actor, 'parent.note_struck', { type: 'parent', id: parent_id }, change)
  return { parent_id }
}

export interface NewFile {
  name: string
  content_type: 'application/pdf' | 'image/jpeg'
  size_bytes: number
  storage_key: string
}

/** Files of these parents, the latest first, including the records of removed ones. */
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

/** Adds a file. Refuses with not_found.parent, too many files (file.too_many), and what {@link refuseBeyondStorage} refuses. */
export async function addFile(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
  file: NewFile,
): Promise<void> {
  const { name } = await reachedParent(trx, scope, parent_id)
  // Locked, so that of two concurrent uploads the second counts the first.
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

/** A file that was not removed; refuses with not_found.file. */
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
 * Marks a file as removed; its row stays, and the caller removes the stored bytes. Safe to repeat. Refuses with not_found.file.
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

/** The families that count as one with a parent's family: the one it was joined to, and those joined to it. */
export function joinedFamilies(db: Kysely<DB>, parent_id: string) {
  return db
    .selectFrom('joined_family')
    .innerJoin('parent', (join) =>
      join.on(sql<boolean>`parent.id = case when joined_family.parent_id = ${parent_id}::uuid
        then joined_family.joined_to_id else joined_family.parent_id end`),
    )
    .leftJoin('user_account', 'user_account.id', 'joined_family.created_by')
    .select(['joined_family.parent_id', 'parent.id as other_id', 'parent.name', 'parent.family_code'])
    .select(['joined_family.reason', 'joined_family.created_at', 'user_account.name as by'])
    .where(sql<boolean>`${parent_id}::uuid in (joined_family.parent_id, joined_family.joined_to_id)`)
    .orderBy('parent.name')
    .execute()
}

/**
 * Lets the children of two parents count as siblings, such as cousins who live together. Refuses an unknown code or that of this
 * family (family.code), and (family.joined_already) a family that is joined to another or has others joined to it, because
 * joins have one level only. Refuses a parent of either family (four_eyes.own_family): both get the discount of siblings.
 */
export async function joinFamily(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
  { family_code, reason }: JoinInput,
): Promise<string> {
  const { name } = await reachedParent(trx, scope, parent_id)
  const other = await parentsIn(trx, scope)
    .select(['parent.id', 'parent.name'])
    .where('parent.family_code', '=', family_code.toUpperCase())
    .executeTakeFirst()
  if (!other || other.id === parent_id) throw new Refusal('family.code', 'family_code')
  await refuseOwnFamilyOf(trx, actor, { type: 'parent', id: other.id })
  // Both are locked in one order, so that of two concurrent joins the second finds the first.
  await trx
    .selectFrom('parent')
    .select('id')
    .where('id', 'in', [parent_id, other.id])
    .orderBy('id')
    .forUpdate()
    .execute()
  const taken = await trx
    .selectFrom('joined_family')
    .select('parent_id')
    .where((eb) => eb.or([eb('parent_id', 'in', [parent_id, other.id]), eb('joined_to_id', '=', parent_id)]))
    .executeTakeFirst()
  if (taken)
    throw new Refusal('family.joined_already', 'family_code').blockedBy({
      to: 'family_credit',
      id: taken.parent_id,
    })
  await trx
    .insertInto('joined_family')
    .values({ parent_id, joined_to_id: other.id, reason, created_by: actor.id })
    .execute()
  const change = named(name, { after: { joined_to: other.name, reason } })
  await record(trx, actor, 'parent.family_joined', { type: 'parent', id: parent_id }, change)
  return other.name
}

/** Undoes the join of a parent's family. Safe to repeat. Refuses not_found.parent and a parent of either family. */
export async function unjoinFamily(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
): Promise<void> {
  const { name } = await reachedParent(trx, scope, parent_id)
  const parted = await trx
    .deleteFrom('joined_family')
    .using('parent')
    .whereRef('parent.id', '=', 'joined_family.joined_to_id')
    .where('joined_family.parent_id', '=', parent_id)
    .returning(['parent.id', 'parent.name', 'joined_family.reason'])
    .executeTakeFirst()
  if (!parted) return
  await refuseOwnFamilyOf(trx, actor, { type: 'parent', id: parted.id })
  const change = named(name, { before: { joined_to: parted.name, reason: parted.reason } })
  await record(trx, actor, 'parent.family_parted', { type: 'parent', id: parent_id }, change)
}
