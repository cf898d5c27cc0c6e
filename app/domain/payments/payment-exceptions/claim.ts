import type { Transaction } from 'kysely'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'

/**
 * Makes a transaction of the gateway this attempt's, for good. `new`: nobody had it; `known`: it was this attempt's
 * before; `elsewhere`: another order's, perhaps of another organisation, of which no more is told. The primary key
 * decides, so of two that come at once one waits for the other.
 */
export async function claimTransaction(
  trx: Transaction<DB>,
  { id: attempt_id, gateway }: { id: string; gateway: string },
  environment: string,
  transaction_id: string,
): Promise<'new' | 'known' | 'elsewhere'> {
  const [claimed] = await claiming(trx, gateway, environment, transaction_id, attempt_id)
  if (claimed) return 'new'
  const own = await trx
    .selectFrom('platform.gateway_transaction')
    .select('attempt_id')
    .where('gateway', '=', gateway)
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction_id)
    .executeTakeFirst()
  return own?.attempt_id === attempt_id ? 'known' : 'elsewhere'
}

const claiming = fixedQuery(
  (db, gateway: string, environment: string, transaction_id: string, attempt_id: string) =>
    db
      .insertInto('platform.gateway_transaction')
      .values({ gateway, environment, transaction_id, attempt_id })
      .onConflict((conflict) => conflict.columns(['gateway', 'environment', 'transaction_id']).doNothing())
      .returning('transaction_id'),
)
