import type { Kysely } from 'kysely'
import { openStates } from '#app/domain/attempts/attempt.ts'
import type { DB } from '#db/types.ts'

/** Online payments of an invoice that may still bring money, the oldest first. */
export async function openAttempts(db: Kysely<DB>, invoice_id: string) {
  return db
    .selectFrom('payment_attempt_invoice')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'payment_attempt_invoice.attempt_id')
    .select(['payment_attempt.id', 'payment_attempt.order_no', 'payment_attempt.bank_name'])
    .select(['payment_attempt.amount_sen', 'payment_attempt.state', 'payment_attempt.requested_at'])
    .where('payment_attempt_invoice.invoice_id', '=', invoice_id)
    .where('payment_attempt.state', 'in', openStates)
    .orderBy('payment_attempt.requested_at')
    .execute()
}
