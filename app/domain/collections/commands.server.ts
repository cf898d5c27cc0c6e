import type { Transaction } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type CollectionSource, settlementDay } from './collection.ts'

export interface MoneyIn {
  payment_id: string
  branch_id: string
  source: CollectionSource
  method: string
  collected_on: string
  /** Number of the payment, by which the operator and the organisation speak of it. */
  reference: string
  gateway_transaction_id: string | null
  /** All that the payer paid, fees included. */
  gross_sen: number
  payer_fee_sen: number
  tenant_fee_sen: number
}

/**
 * Enters a success of money into the organisation's book and into the platform's ledger, in the transaction that posts
 * the payment. Money that the organisation took itself has no settlement day: it never passes through the platform.
 */
export async function collect(trx: Transaction<DB>, money: MoneyIn): Promise<void> {
  const { payment_id, branch_id, reference, gateway_transaction_id, ...common } = money
  const throughPlatform = money.method === 'fpx'
  const row = {
    ...common,
    net_sen: money.gross_sen - money.payer_fee_sen - money.tenant_fee_sen,
    settles_on: throughPlatform ? settlementDay(money.collected_on) : null,
  }
  const collection_id = newId()
  await Promise.all([
    trx
      .insertInto('collection')
      .values({ id: collection_id, payment_id, branch_id, ...row })
      .execute(),
    trx
      .insertInto('platform.ledger')
      .values({ id: newId(), collection_id, reference, gateway_transaction_id, ...row })
      .execute(),
  ])
}
