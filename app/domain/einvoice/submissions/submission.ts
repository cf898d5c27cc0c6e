import type { Selectable, Transaction } from 'kysely'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB, EinvoiceSubmission } from '#db/types.ts'

/**
 * - stored: the bytes have not left
 * - unknown: they have, and no answer came
 * - accepted: the portal took documents in
 * - closed: every document has its end
 * - refused: nothing of it arrived
 */
export type SubmissionState = 'stored' | 'unknown' | 'accepted' | 'closed' | 'refused'

export type Submission = Selectable<EinvoiceSubmission> & { state: SubmissionState }

/** Changes a request that is still in the state in which it was read; false when somebody was faster. */
export async function changeSubmission(
  trx: Transaction<DB>,
  { id, state, sends }: Pick<Submission, 'id' | 'state' | 'sends'>,
  set: Partial<Omit<Submission, 'id' | 'fault'>> & { fault?: string | null },
): Promise<boolean> {
  const changed = await trx
    .updateTable('einvoice_submission')
    .set(set)
    .where('id', '=', id)
    .where('state', '=', state)
    .where('sends', '=', sends)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** The next request may be made, if documents are queued. */
export async function goOn(trx: Transaction<DB>, environment: string): Promise<void> {
  const queued = await trx
    .selectFrom('einvoice_document')
    .select('id')
    .where('status', '=', 'queued')
    .where('environment', '=', environment)
    .limit(1)
    .executeTakeFirst()
  if (queued) await enqueue(trx, 'einvoice.submit', {})
}
