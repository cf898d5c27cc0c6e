import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'

/** Removes up to `limit` expired drafts with `remove`. Returns how many, and the storage keys of their files. */
export async function removeExpiredDrafts(
  trx: Transaction<DB>,
  table: 'registration_draft' | 'platform.entity_registration_draft',
  limit: number,
  remove: (trx: Transaction<DB>, id: string) => Promise<string[]>,
): Promise<{ removed: number; keys: string[] }> {
  const old = await trx
    // Both tables have these columns; Kysely's types need one of them.
    .selectFrom(table as 'registration_draft')
    .select('id')
    .where('expires_at', '<=', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const keys: string[] = []
  for (const { id } of old) keys.push(...(await remove(trx, id)))
  return { removed: old.length, keys }
}
