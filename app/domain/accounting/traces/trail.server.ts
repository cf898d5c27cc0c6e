import { type Kysely, sql } from 'kysely'
import { holidaysOf } from '#app/domain/core/holidays/kept-holidays.server.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { soonestPayout, type Trail, type TrailLine } from './trail.ts'

/**
 * The way of a payment's money, at the organisation's place: what was paid, what the gateway says, each line of both books
 * with its fees, when the bank settles it, and who has it. Refuses with not_found.payment; whoever asks has been found to
 * reach it before.
 */
export async function trailOf(db: Kysely<DB>, payment_id: string): Promise<Trail> {
  const [payment, lines, holidays] = await Promise.all([
    paymentOf(db, payment_id),
    linesOf(db, payment_id),
    holidaysOf(db),
  ])
  if (!payment) throw new Refusal('not_found.payment')
  const [first] = lines
  const soonest = first?.settles_on ? soonestPayout(first.settles_on, holidays) : null
  return { payment, lines, soonest }
}

function paymentOf(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('payment')
    .leftJoin('payment_attempt as attempt', (join) =>
      join.on(sql`attempt.id`, '=', sql`coalesce(payment.attempt_id, payment.second_debit_of)`),
    )
    .select(['payment.id', 'payment.number', 'payment.method', 'payment.status', 'payment.paid_on'])
    .select(['payment.amount_sen', 'payment.payer_fee_sen', 'payment.payer_name', 'payment.reference_no'])
    .select(['payment.gateway_transaction_id', 'payment.gateway_order_no', 'payment.bank_name'])
    .select(['attempt.model', 'attempt.requested_at', 'attempt.gateway_transaction_at', 'attempt.state'])
    .select('attempt.amount_sen as asked_sen')
    .where('payment.id', '=', id)
    .executeTakeFirst()
}

function linesOf(db: Kysely<DB>, payment_id: string): Promise<TrailLine[]> {
  return db
    .selectFrom('collection')
    .leftJoin('platform.ledger as ledger', 'ledger.collection_id', 'collection.id')
    .leftJoin('platform.payout as payout', 'payout.id', 'ledger.payout_id')
    .select(['payout.number as payout', 'payout.payout_on', 'payout.paid_on', 'payout.bank_reference'])
    .select(['collection.id', 'collection.collected_on', 'collection.status', 'collection.source'])
    .select(['collection.gross_sen', 'collection.payer_fee_sen', 'collection.tenant_fee_sen'])
    .select(['collection.net_sen', 'collection.settles_on', 'ledger.payout_id'])
    .select(
      sql<boolean>`coalesce(ledger.net_sen = collection.net_sen and ledger.gross_sen = collection.gross_sen
      and ledger.status = collection.status, false)`.as('agrees'),
    )
    .where('collection.payment_id', '=', payment_id)
    .orderBy('collection.id')
    .execute()
}
