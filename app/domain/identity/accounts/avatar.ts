import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** The acting person's picture, null for none; returns the key of the one before, whose file may go. */
export async function setAvatar(
  trx: Transaction<DB>,
  actor: Actor,
  file: string | null,
): Promise<string | null> {
  const before = await trx
    .selectFrom('user_account')
    .select('avatar_file')
    .where('id', '=', actor.id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('not_found.user')
  if (file === null && before.avatar_file === null) return null
  await trx
    .updateTable('user_account')
    .set({ avatar_file: file, updated_at: sql<Date>`now()`, updated_by: actor.id })
    .where('id', '=', actor.id)
    .execute()
  const action = file ? 'profile.avatar_set' : 'profile.avatar_removed'
  await record(trx, actor, action, { type: 'user_account', id: actor.id })
  return before.avatar_file
}

/** The key of a picture. Refuses (not_found.picture) somebody without one. */
export async function avatarOf(db: Kysely<DB>, user_id: string): Promise<string> {
  const row = await db
    .selectFrom('user_account')
    .select('avatar_file')
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row?.avatar_file) throw new Refusal('not_found.picture')
  return row.avatar_file
}
