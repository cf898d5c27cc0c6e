import type { Kysely, Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { studentsIn } from './scope.ts'

/**
 * Sets a student's photo, null for none; returns the storage key of the previous one, for the caller to remove. Refuses with
 * not_found.student.
 */
export async function setPhoto(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  file: string | null,
): Promise<string | null> {
  const before = await studentsIn(trx, scope)
    .select(['student.name', 'student.photo_file'])
    .where('student.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('not_found.student')
  if (file === null && before.photo_file === null) return null
  await trx
    .updateTable('student')
    .set({ photo_file: file, ...changed(actor) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
  const action = file ? 'student.photo_set' : 'student.photo_removed'
  await record(trx, actor, action, { type: 'student', id }, named(before.name, {}))
  return before.photo_file
}

/** The storage key of a photo. Refuses (not_found.picture) a student without one or out of scope. */
export async function photoOf(db: Kysely<DB>, scope: RowScope, id: string): Promise<string> {
  const row = await studentsIn(db, scope)
    .select('student.photo_file')
    .where('student.id', '=', id)
    .executeTakeFirst()
  if (!row?.photo_file) throw new Refusal('not_found.picture')
  return row.photo_file
}
