import { sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import type { DB } from '#db/types.ts'

/**
 * What the banks settled up to today is settled, in the organisation's book and in the platform's ledger alike. Returns
 * how many lines; safe to repeat.
 */
export async function settleCollections(trx: Transaction<DB>, today: string): Promise<number> {
  const settled = await trx
    .updateTable('collection')
    .set({ status: 'settled' })
    .where('status', '=', 'collected')
    .where('settles_on', '<=', today)
    .returning(['id', 'net_sen'])
    .execute()
  if (settled.length === 0) return 0
  await trx
    .updateTable('platform.ledger')
    .set({ status: 'settled', updated_at: sql<Date>`now()` })
    .where(sql<boolean>`collection_id = any(${settled.map(({ id }) => id)}::uuid[])`)
    .where('status', '=', 'collected')
    .execute()
  const net_sen = settled.reduce((sum, line) => sum + line.net_sen, 0)
  await record(
    trx,
    systemActor,
    'collection.settled',
    { type: 'collection', id: null },
    { after: { count: settled.length, net_sen, settles_on: today } },
  )
  return settled.length
}
