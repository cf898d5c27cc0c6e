import type { Transaction } from 'kysely'
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
  const claimed = await trx
    .insertInto('platform.gateway_transaction')
    .values({ gateway, environment, transaction_id, attempt_id })
    .onConflict((conflict) => conflict.columns(['gateway', 'environment', 'transaction_id']).doNothing())
    .returning('transaction_id')
    .executeTakeFirst()
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
