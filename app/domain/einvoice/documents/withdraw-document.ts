import { sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { type ReportedState, reportedState } from '#app/domain/core/invoicing/reported.ts'
import type { DB } from '#db/types.ts'
import { requestCancel } from '../submissions/cancel.ts'

/**
 * The invoice of a document was cancelled, or its credit note reversed (`reason` null): the document is cancelled at the portal,
 * too, where that is still possible; one that is on its way as soon as it is valid; one that waits is not sent. Does nothing a
 * second time.
 */
export async function withdrawDocument(
  trx: Transaction<DB>,
  document_id: string,
  reason: string | null,
): Promise<void> {
  const row = await trx
    .selectFrom('einvoice_document as document')
    .select([sql<ReportedState>`${reportedState}`.as('state'), 'cancel_requested_at', 'number'])
    .select('status')
    .where('id', '=', document_id)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.cancel_requested_at || row.state === 'fixed') return
  if (row.state === 'free' && row.status !== 'queued') return
  await requestCancel(trx, systemActor, { document_id, reason: reason ?? reversal(row.number) })
}

/** In both languages, since the tax portal and the buyer read it. */
const reversal = (number: string) => `Nota kredit ${number} dibatalkan / Credit note ${number} reversed`
