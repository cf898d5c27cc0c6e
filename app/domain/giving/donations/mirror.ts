import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import type { GivingKind } from './giving.ts'

/** Tells the platform what an organisation collects, in the transaction that changes the type, so that the main host knows. */
export async function tellCollected(trx: Transaction<DB>, kind: GivingKind, type_id: string): Promise<void> {
  const row = await trx
    .selectFrom(`${kind}_type` as 'infaq_type')
    .select(['status', 'opens_on', 'closes_on', 'deleted_at'])
    .where('id', '=', type_id)
    .executeTakeFirstOrThrow()
  const told = {
    kind,
    active: row.status === 'active' && row.deleted_at === null,
    opens_on: row.opens_on,
    closes_on: row.closes_on,
  }
  await trx
    .insertInto('platform.donation_type')
    .values({ type_id, entity_id: sql<string>`platform.current_entity()`, ...told })
    .onConflict((conflict) => conflict.columns(['entity_id', 'type_id']).doUpdateSet(told))
    .execute()
}
