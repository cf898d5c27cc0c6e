import { sql, type Transaction } from 'kysely'
import { refuseClosedMonth } from '#app/domain/months/open-month.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type CollectionSource, settlementDay } from './collection.ts'

export interface MoneyIn {
  payment_id: string
  branch_id: string
  source: CollectionSource
  method: string
  collected_on: string
  /** By which the operator and the organisation speak of the payment. */
  reference: string
  gateway_transaction_id: string | null
  /** All that the payer paid, fees included. */
  gross_sen: number
  payer_fee_sen: number
  tenant_fee_sen: number
}

/**
 * Enters a success of money into the organisation's book and the platform's ledger, in the transaction that posts the
 * payment. What the organisation took itself has no settlement day: it never passes through the platform.
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

/**
 * Marks the line of a cancelled payment in both books and puts the opposite line on the day of the cancelling, so that
 * days which were counted before stay so. Refuses what was paid out, and a day in a closed month.
 */
export async function takeBack(trx: Transaction<DB>, payment_id: string, today: string): Promise<void> {
  await refuseClosedMonth(trx, today)
  const { id, status, ...line } = await trx
    .selectFrom('collection')
    .select([
      'id',
      'status',
      'payment_id',
      'branch_id',
      'source',
      'method',
      'gross_sen',
      'payer_fee_sen',
      'tenant_fee_sen',
      'net_sen',
    ])
    .where('payment_id', '=', payment_id)
    .where('gross_sen', '>', 0)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (status === 'paid_out') throw new Refusal('payment.paid_out')
  const opposite = {
    source: line.source,
    method: line.method,
    collected_on: today,
    gross_sen: -line.gross_sen,
    payer_fee_sen: -line.payer_fee_sen,
    tenant_fee_sen: -line.tenant_fee_sen,
    net_sen: -line.net_sen,
    status: 'reversed',
  }
  const collection_id = newId()
  await trx.updateTable('collection').set({ status: 'reversed' }).where('id', '=', id).execute()
  const ledger = await trx
    .updateTable('platform.ledger')
    .set({ status: 'reversed', updated_at: sql<Date>`now()` })
    .where('collection_id', '=', id)
    .returning(['reference', 'gateway_transaction_id'])
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('collection')
    .values({ id: collection_id, payment_id, branch_id: line.branch_id, ...opposite })
    .execute()
  await trx
    .insertInto('platform.ledger')
    .values({ id: newId(), collection_id, ...ledger, ...opposite })
    .execute()
}
