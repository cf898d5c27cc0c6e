import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { parentsIn } from '#app/domain/people/parents/scope.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { NoteInput } from './family-form.ts'

/** Notes that a page shows, the latest first; of older ones the count says that they are there. */
const mostNotes = 50

/** What colleagues wrote down of these parents, the latest first, with what was struck out. Never for the family. */
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

/** Writes a note for good. Refuses with not_found.parent. The log says that it was written, not what. */
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

/** Strikes a note out: it stays to be read. One that is struck out already stays as it is. Refuses with not_found.note. */
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

/** Refuses with not_found.parent. */
export async function reachedParent(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await parentsIn(db, scope)
    .select(['parent.id', 'parent.name'])
    .where('parent.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.parent')
  return row
}
