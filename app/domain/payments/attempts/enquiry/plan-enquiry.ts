import type { Transaction } from 'kysely'
import { enqueue } from '#app/outbox/enqueue.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'
import { isPlatforms } from '../purpose.ts'

/** As a job, and in the platform's book, by which a lost job is found without looking into every organisation. */
export async function planEnquiry(
  trx: Transaction<DB>,
  { id, order_no, purpose }: { id: string; order_no: string; purpose: string },
  next: Date | null,
): Promise<void> {
  await planned(trx, order_no, next)
  if (next) await enqueueEnquiry(trx, { id, purpose }, next)
}

const planned = fixedQuery((db, order_no: string, next_enquiry_at: Date | null) =>
  db.updateTable('platform.gateway_order').set({ next_enquiry_at }).where('order_no', '=', order_no),
)

/** As a job alone, where the platform's book has it already. */
export function enqueueEnquiry(
  trx: Transaction<DB>,
  { id, purpose }: { id: string; purpose: string },
  next: Date,
): Promise<void> {
  const job = isPlatforms(purpose) ? 'platform_payment.enquire' : 'payment.enquire'
  return enqueue(trx, job, { attempt_id: id }, next)
}
