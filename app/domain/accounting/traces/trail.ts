import { type Kysely, sql } from 'kysely'
import { settlementDay } from '#app/domain/accounting/collections/collection.ts'
import { holidaysOf } from '#app/domain/core/holidays/holiday.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** A row of `collection`, and whether the platform's ledger agrees. */
export interface TrailLine {
  id: string
  collected_on: string
  status: string
  source: string
  gross_sen: number
  payer_fee_sen: number
  tenant_fee_sen: number
  net_sen: number
  settles_on: string | null
  payout_id: string | null
  /** The payout's number, its due day, and after payment the day and the bank's reference. */
  payout: string | null
  payout_on: string | null
  paid_on: string | null
  bank_reference: string | null
  agrees: boolean
}

export interface Trail {
  payment: {
    id: string
    number: string
    method: string
    status: string
    paid_on: string
    amount_sen: number
    payer_fee_sen: number
    payer_name: string | null
    reference_no: string | null
    gateway_transaction_id: string | null
    gateway_order_no: string | null
    bank_name: string | null
    model: string | null
    requested_at: Date | null
    gateway_transaction_at: Date | null
    state: string | null
    /** The amount requested from the gateway. */
    asked_sen: number | null
  }
  lines: TrailLine[]
  /** The first day on which settled money can be paid out; null if it does not pass through the platform. */
  soonest: string | null
}

/** Where the money of a payment is now. */
type Whereabouts = 'bank' | 'held' | 'prepared' | 'paid_out' | 'back' | 'external' | 'own'

export function whereaboutsOf({ payment, lines }: Pick<Trail, 'payment' | 'lines'>): Whereabouts {
  if (payment.method === 'chip') return 'external'
  if (payment.method !== 'fpx') return 'own'
  const line = lines.find(({ gross_sen, source }) => gross_sen > 0 && source !== 'rounding')
  if (line?.status === 'paid_out') return 'paid_out'
  if (line?.status === 'reversed') return 'back'
  if (line?.payout_id) return 'prepared'
  return line?.status === 'settled' ? 'held' : 'bank'
}

/**
 * The trail of a payment's money, in the tenant's schema: the payment, the gateway's answer, its rows in both books with
 * fees, the settlement day and the payout. The caller has checked access. Refuses with not_found.payment.
 */
export async function trailOf(db: Kysely<DB>, payment_id: string): Promise<Trail> {
  const [payment, lines, holidays] = await Promise.all([
    paymentOf(db, payment_id),
    linesOf(db, payment_id),
    holidaysOf(db),
  ])
  if (!payment) throw new Refusal('not_found.payment')
  const [first] = lines
  // Settled money can be paid out on the next bank day.
  const soonest = first?.settles_on ? settlementDay(first.settles_on, holidays) : null
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
