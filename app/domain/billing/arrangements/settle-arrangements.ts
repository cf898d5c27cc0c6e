import { sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { named, recordEach } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import type { DB } from '#db/types.ts'
import { stateOn } from './find-arrangements.ts'

/**
 * Writes down which active arrangements were kept or broken by a day, each once, however often it is looked. Money that
 * comes after that changes what is owed, and not what became of the arrangement. Returns how many were over.
 */
export async function settleArrangements(trx: Transaction<DB>, today: string): Promise<number> {
  const over = await trx
    .with('settled', (db) =>
      db
        .updateTable('arrangement')
        .set({ status: stateOn(today), over_on: today, ...changed(systemActor) })
        .where('status', '=', 'active')
        .where(stateOn(today), '<>', 'active')
        .returning(['id', 'parent_id', 'status', 'total_sen']),
    )
    .selectFrom('settled')
    .innerJoin('parent', 'parent.id', 'settled.parent_id')
    .select(['settled.id', 'settled.total_sen', 'parent.name'])
    .select(sql<'kept' | 'broken'>`settled.status`.as('status'))
    .execute()
  for (const status of ['kept', 'broken'] as const) {
    const rows = over.filter((row) => row.status === status)
    await recordEach(
      trx,
      systemActor,
      `arrangement.${status}`,
      { type: 'arrangement' },
      rows.map(({ id, name, total_sen }) => ({ id, ...named(name, { after: { total_sen } }) })),
    )
  }
  return over.length
}
