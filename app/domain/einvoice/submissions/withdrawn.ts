import { sql, type Transaction } from 'kysely'
import { portalLimits } from '#app/integrations/myinvois/limits.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { tell } from './move-documents.ts'

/** What the portal is told when an invoice that it has was cancelled; both of its languages, since its reader's is not known. */
const reasonOfCancelledInvoice = 'Invoice cancelled / Invois dibatalkan'

/**
 * Valid documents that nobody wants any more are cancelled while that is possible: those for which it was asked while they were
 * on their way, and those whose invoice or note was cancelled. Later than 72 hours only their history says so, for a person to issue
 * a note.
 */
export async function cancelWithdrawn(
  trx: Transaction<DB>,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  const documents = await trx
    .selectFrom('einvoice_document as document')
    .leftJoin('invoice', 'invoice.id', 'document.invoice_id')
    .select(['document.id', 'document.validated_at', 'document.cancel_requested_at'])
    .select(sql<boolean>`coalesce(invoice.status = 'cancelled', false)`.as('gone'))
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('einvoice_event as event')
          .select('event.id')
          .whereRef('event.document_id', '=', 'document.id')
          .where('event.kind', 'in', ['invoice_cancelled', 'cancel_late']),
      ).as('told'),
    )
    .where('document.id', 'in', ids)
    .where('document.status', '=', 'valid')
    .execute()
  for (const { id, validated_at, cancel_requested_at, gone, told } of documents) {
    const isLate = now.getTime() - validated_at!.getTime() >= portalLimits.cancelMs
    if (cancel_requested_at && !isLate) await enqueue(trx, 'einvoice.cancel', { document_id: id })
    else if (gone && !told && isLate) await tell(trx, [{ document_id: id, kind: 'cancel_late' }], { at: now })
    else if (gone && !told) {
      await trx
        .updateTable('einvoice_document')
        .set({ cancel_requested_at: now, cancel_reason: reasonOfCancelledInvoice })
        .where('id', '=', id)
        .where('status', '=', 'valid')
        .execute()
      await tell(trx, [{ document_id: id, kind: 'invoice_cancelled' }], { at: now })
      await enqueue(trx, 'einvoice.cancel', { document_id: id })
    }
  }
}
