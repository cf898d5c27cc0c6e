import { type Kysely, sql, type Transaction } from 'kysely'
import { sentBackOf } from '#app/domain/accounting/collections/sent-back.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/**
 * Payments of a family that came by the organisation's own CHIP, the latest first, each with what of it may still go back
 * through CHIP: without the payer's fee, what went back already, and what waits to.
 */
function throughChip(db: Kysely<DB>, parent_id: string) {
  return db
    .selectFrom('payment')
    .select(['payment.id', 'payment.number', 'payment.paid_on', 'payment.amount_sen'])
    .select(
      sql<number>`(payment.amount_sen - payment.payer_fee_sen
        - ${sentBackOf(sql.ref('payment.id'))}
        - coalesce((select sum(amount_sen) from credit_refund
          where payment_id = payment.id and status in ('requested', 'approved', 'sending')), 0))::bigint`.as(
        'left_sen',
      ),
    )
    .where('payment.payer_parent_id', '=', parent_id)
    .where('payment.method', '=', 'chip')
    .where('payment.status', '=', 'paid')
    .where('payment.attempt_id', 'is not', null)
    .orderBy('payment.paid_on', 'desc')
    .orderBy('payment.id', 'desc')
}

export async function refundablePayments(db: Kysely<DB>, parent_id: string) {
  const rows = await throughChip(db, parent_id).limit(50).execute()
  return rows.filter(({ left_sen }) => left_sen > 0)
}

/**
 * Refuses a payment that is not the family's or did not come by CHIP (credit_refund.no_payment), and more than is left of
 * it (credit_refund.payment_left). Its row is held, so that of two who ask at once the second finds what the first took.
 */
export async function refuseBeyondPayment(
  trx: Transaction<DB>,
  parent_id: string,
  payment_id: string | undefined,
  sen: number,
): Promise<void> {
  if (!payment_id) throw new Refusal('credit_refund.no_payment', 'payment_id')
  await trx.selectFrom('payment').select('id').where('id', '=', payment_id).forNoKeyUpdate().execute()
  const payment = await throughChip(trx, parent_id).where('payment.id', '=', payment_id).executeTakeFirst()
  if (!payment) throw new Refusal('credit_refund.no_payment', 'payment_id')
  const { left_sen, number } = payment
  if (sen > left_sen)
    throw new Refusal('credit_refund.payment_left', 'amount', { amount: formatRinggit(left_sen), number })
}
