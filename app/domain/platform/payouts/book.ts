import { sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import type { DB } from '#db/types.ts'

/**
 * The organisation's book names the payout of each line that the platform's ledger names, and calls paid out what that
 * does. Returns how many lines it changed; safe to repeat, at any time.
 */
export async function bookPayouts(trx: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ paid: boolean; net_sen: number }>`
    update collection set payout_id = ledger.payout_id,
      status = case when ledger.status = 'paid_out' and collection.status = 'settled' then 'paid_out' else collection.status end
    from platform.ledger ledger
    where ledger.entity_id = platform.current_entity() and ledger.collection_id = collection.id and ledger.method = 'fpx'
      and (collection.payout_id is distinct from ledger.payout_id
        or (ledger.status = 'paid_out' and collection.status = 'settled'))
    returning collection.status = 'paid_out' as paid, collection.net_sen`.execute(trx)
  const paid = rows.filter((row) => row.paid)
  if (paid.length > 0) {
    const net_sen = paid.reduce((sum, line) => sum + Number(line.net_sen), 0)
    const after = { count: paid.length, net_sen }
    await record(trx, systemActor, 'collection.paid_out', { type: 'collection', id: null }, { after })
  }
  return rows.length
}
