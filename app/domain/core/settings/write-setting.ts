import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/**
 * One conditional change of a setting that was seen at a version (0: nothing was decided yet): who is second, even by a
 * moment, is refused (version_conflict). Returns the new version.
 */
export async function writeSetting(
  trx: Transaction<DB>,
  actor: Actor,
  key: string,
  value: unknown,
  version: number,
): Promise<number> {
  const changed = { value: JSON.stringify(value), updated_by: actor.id, updated_at: sql<Date>`now()` }
  const row = await (version === 0
    ? trx
        .insertInto('setting')
        .values({ key, ...changed })
        .onConflict((conflict) => conflict.doNothing())
        .returning('version')
        .executeTakeFirst()
    : trx
        .updateTable('setting')
        .set({ ...changed, version: version + 1 })
        .where('key', '=', key)
        .where('version', '=', version)
        .returning('version')
        .executeTakeFirst())
  if (!row) throw new Refusal('version_conflict')
  return row.version
}
