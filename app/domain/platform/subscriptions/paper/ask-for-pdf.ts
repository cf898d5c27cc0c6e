import type { Transaction } from 'kysely'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

/** Has the PDF of an invoice of the platform made, under its key in the platform's files; one that is there stays. */
export async function askForPlatformPdf(
  trx: Transaction<DB>,
  asked: { invoice_id: string; locale: string; key: string },
): Promise<void> {
  await enqueue(trx, 'platform_invoice.render', asked)
}
