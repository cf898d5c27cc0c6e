import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { addDays, todayIn } from '#app/domain/dates.ts'
import { postPayment } from '#app/domain/payments/post.server.ts'
import type { DB } from '#db/types.ts'
import type { Alarm } from './alarm.ts'
import type { Answer } from './answer.ts'
import { bankOf, type LockedAttempt } from './locked-attempt.server.ts'

/** Posts the attempt's own amount, whatever its invoices owe by now, since that left the payer's account. */
export async function postAttempt(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: LockedAttempt,
  { ac, environment, at }: Answer,
): Promise<Alarm | null> {
  const invoices = await trx
    .selectFrom('payment_attempt_invoice')
    .select('invoice_id')
    .where('attempt_id', '=', attempt.id)
    .orderBy('position')
    .execute()
  const { credit_sen } = await postPayment(trx, actor, {
    method: 'fpx',
    amount_sen: attempt.amount_sen,
    payer_fee_sen: attempt.payer_fee_sen,
    tenant_fee_sen: attempt.tenant_fee_sen,
    paid_on: paidOn(ac.txn_at, attempt.requested_at, at),
    today: todayIn(at),
    public_code: attempt.public_code,
    invoice_ids: invoices.map(({ invoice_id }) => invoice_id),
    payer_name: attempt.buyer_name,
    payer_email: attempt.buyer_email,
    reference_no: ac.debit_no || null,
    remark: null,
    received_by: null,
    gateway: {
      attempt_id: attempt.id,
      environment,
      transaction_id: ac.txn_id,
      order_no: attempt.order_no,
      bank_name: bankOf(attempt, ac).bank_name,
    },
  })
  return credit_sen > 0 ? { reason: 'credited', detail: `${credit_sen} sen to the family's credit` } : null
}

/** The day of the debit as FPX names it: the answer may come after midnight. A day that cannot be is today. */
function paidOn(txn_at: Date | null, requested_at: Date, at: Date): string {
  const today = todayIn(at)
  if (!txn_at) return today
  const on = todayIn(txn_at)
  return on < addDays(todayIn(requested_at), -1) || on > today ? today : on
}
