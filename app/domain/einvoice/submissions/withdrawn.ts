import type { Transaction } from 'kysely'
import { portalLimits } from '#app/integrations/myinvois/limits.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { Fault } from '../words.ts'
import { type Circumstances, moveDocuments, tell } from './move-documents.ts'

/**
 * Documents that became valid although somebody had asked to cancel them while they were on their way, such as with their
 * invoice: they are cancelled now. Later than 72 hours after only their history says so, for a person to issue a note.
 */
export async function cancelWithdrawn(
  trx: Transaction<DB>,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const documents = await trx
    .selectFrom('einvoice_document')
    .select(['id', 'validated_at'])
    .where('id', 'in', ids)
    .where('status', '=', 'valid')
    .where('cancel_requested_at', 'is not', null)
    .execute()
  for (const { id, validated_at } of documents) {
    const isLate = now.getTime() - validated_at!.getTime() >= portalLimits.cancelMs
    if (isLate) await tell(trx, [{ document_id: id, kind: 'cancel_late' }], { at: now })
    else await enqueue(trx, 'einvoice.cancel', { document_id: id })
  }
}

/** Of a document that somebody took back before it left. */
export const withdrawnFault: Fault = {
  ...{ step: 'local', code: 'withdrawn', text: '', text_my: null, path: null },
}

/** Documents that the portal certainly does not have and that somebody wants cancelled: they leave no second time. */
export async function withdrawReturned(
  trx: Transaction<DB>,
  ids: readonly string[],
  about: Circumstances,
): Promise<void> {
  if (ids.length === 0) return
  const unwanted = await trx
    .selectFrom('einvoice_document')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'queued')
    .where('cancel_requested_at', 'is not', null)
    .execute()
  const set = { faults: [withdrawnFault], cancel_requested_at: null, cancel_reason: null }
  await moveDocuments(
    trx,
    'withdrawn',
    unwanted.map(({ id }) => ({ id, set })),
    about,
  )
}
