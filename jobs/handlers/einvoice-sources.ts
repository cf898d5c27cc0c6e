import { queueAfterPayment, queueDue } from '#app/domain/einvoice/documents/queue-due.ts'
import { withdrawDocument } from '#app/domain/einvoice/documents/withdraw-document.ts'
import type { Handler } from '#jobs/handler.ts'

/** Queues the e-invoices that are due by the setting, in parts of some hundreds until none is left. */
export const queueDueEInvoices: Handler<'einvoice.queue_due'> = async (_payload, { withTenant }) => {
  while ((await withTenant((trx) => queueDue(trx))).queued.length > 0);
}

export const queueEInvoicesAfterPayment: Handler<'einvoice.after_payment'> = async (
  { payment_id },
  { withTenant },
) => {
  await withTenant((trx) => queueAfterPayment(trx, payment_id))
}

export const withdrawEInvoice: Handler<'einvoice.withdraw'> = ({ document_id, reason }, { withTenant }) =>
  withTenant((trx) => withdrawDocument(trx, document_id, reason))
