import type { Kysely } from 'kysely'
import { openStates } from '#app/domain/payments/attempts/attempt.ts'
import type { DB } from '#db/types.ts'

/** Online payments of some invoices that may still bring money, the oldest first, each of them once. */
export async function openAttempts(db: Kysely<DB>, invoice_ids: readonly string[]) {
  return db
    .selectFrom('payment_attempt')
    .select(['payment_attempt.id', 'payment_attempt.order_no', 'payment_attempt.bank_name'])
    .select(['payment_attempt.amount_sen', 'payment_attempt.state', 'payment_attempt.requested_at'])
    .where('payment_attempt.id', 'in', (eb) =>
      eb.selectFrom('payment_attempt_invoice').where('invoice_id', 'in', invoice_ids).select('attempt_id'),
    )
    .where('payment_attempt.state', 'in', openStates)
    .orderBy('payment_attempt.requested_at')
    .execute()
}
