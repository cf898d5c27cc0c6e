import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'

/** Message credits that an organisation has left. */
export async function creditsOf(db: Kysely<DB>, entity_id: string): Promise<number> {
  const row = await db
    .selectFrom('platform.subscription')
    .select('credit')
    .where('entity_id', '=', entity_id)
    .executeTakeFirst()
  return row?.credit ?? 0
}

/** Pays for a message; false when there are too few, and then none is taken. At the platform's place. */
export async function takeCredits(
  trx: Transaction<DB>,
  entity_id: string,
  credits: number,
): Promise<boolean> {
  const taken = await trx
    .updateTable('platform.subscription')
    .set({ credit: sql<number>`credit - ${credits}` })
    .where('entity_id', '=', entity_id)
    .where('credit', '>=', credits)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Those of a message that has certainly not gone out. At the platform's place. */
export async function giveCreditsBack(
  trx: Transaction<DB>,
  entity_id: string,
  credits: number,
): Promise<void> {
  await trx
    .updateTable('platform.subscription')
    .set({ credit: sql<number>`credit + ${credits}` })
    .where('entity_id', '=', entity_id)
    .execute()
}
