import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import { keepDays } from './import.ts'

/**
 * Takes the cells out of imports that were uploaded long ago; how many rows there were and what became of each stays.
 * One that was never run goes wholly. Returns how many it was done to.
 */
export async function cleanImports(trx: Transaction<DB>): Promise<number> {
  const old = sql<boolean>`created_at < now() - make_interval(days => ${sql.lit(keepDays)})`
  const never = await trx
    .deleteFrom('import')
    .where(old)
    .where('status', 'in', ['uploaded', 'checked', 'failed'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('import_write')
            .whereRef('import_write.import_id', '=', 'import.id')
            .select('import_id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  const emptied = await trx
    .updateTable('import')
    .set({ headings_sealed: null })
    .where(old)
    .where('headings_sealed', 'is not', null)
    .where('status', 'not in', ['mapped', 'running', 'undoing'])
    .returning('id')
    .execute()
  const ids = emptied.map(({ id }) => id)
  if (ids.length > 0)
    await trx.updateTable('import_row').set({ cells_sealed: null }).where('import_id', 'in', ids).execute()
  return Number(never.numDeletedRows) + ids.length
}
