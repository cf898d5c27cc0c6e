import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import {
  type DocumentFailure,
  type DocumentRequest,
  type DocumentStatus,
  type MadeFile,
  mostWaiting,
} from './document.ts'

/**
 * Returns the id of a document; the same fingerprint shares one, and one that failed is made anew. Refuses a list while
 * as many others as one person may wait for are being made (document.too_many).
 */
export async function askForDocument(
  trx: Transaction<DB>,
  actor: Actor,
  request: DocumentRequest,
): Promise<string> {
  if (request.kind === 'list') await refuseTooMany(trx, actor, request.fingerprint)
  const { id, status } = await ensureDocument(trx, actor, request)
  // Asked for each time: whoever made the row may not have asked, or the job was lost; a second one finds it done.
  if (status === 'queued') await enqueue(trx, 'document.render', { document_id: id })
  return id
}

/** One person's lists take the worker's turns from everybody; the same list again is no further one. */
async function refuseTooMany(trx: Transaction<DB>, actor: Actor, fingerprint: string): Promise<void> {
  if (!actor.id) return
  // Two that are asked for at once are counted one after the other.
  await trx.selectFrom('user_account').select('id').where('id', '=', actor.id).forNoKeyUpdate().execute()
  const { count } = await trx
    .selectFrom('document')
    .select(sql<number>`count(*)`.as('count'))
    .where('kind', '=', 'list')
    .where('status', '=', 'queued')
    .where('created_by', '=', actor.id)
    .where('fingerprint', '<>', fingerprint)
    // One that is older is late for reasons of ours, and shall not be in anybody's way for ever.
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (count >= mostWaiting) throw new Refusal('document.too_many', undefined, { most: mostWaiting })
}

/** As the index has it: with a parameter instead, Postgres would not know the index again in a kept plan. */
const notFailed = sql<boolean>`status <> 'failed'`

/** Whoever calls this sees to it that a new document is made. */
export async function ensureDocument(
  trx: Transaction<DB>,
  actor: Actor,
  { kind, subject_id, fingerprint, parameters, locale }: DocumentRequest,
): Promise<{ id: string; status: DocumentStatus }> {
  const made = await trx
    .insertInto('document')
    .values({
      id: newId(),
      kind,
      subject_id: subject_id ?? null,
      fingerprint,
      parameters: JSON.stringify(parameters ?? {}),
      locale,
      created_by: actor.id,
    })
    .onConflict((conflict) => conflict.column('fingerprint').where(notFailed).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return { id: made.id, status: 'queued' }
  const known = await trx
    .selectFrom('document')
    .select(['id', 'status'])
    .where('fingerprint', '=', fingerprint)
    .where(notFailed)
    .executeTakeFirstOrThrow()
  return known as { id: string; status: DocumentStatus }
}

/** How far a long file has come; nothing happens when it is queued no more. */
export async function noteProgress(
  trx: Transaction<DB>,
  id: string,
  { done, total }: { done: number; total: number },
): Promise<void> {
  await trx
    .updateTable('document')
    .set({ rows_done: done, rows_total: total })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** False, and nothing happens, when it is queued no more. */
export async function finishDocument(trx: Transaction<DB>, id: string, file: MadeFile): Promise<boolean> {
  const queued = await trx
    .selectFrom('document')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .forUpdate()
    .executeTakeFirst()
  if (!queued) return false
  const file_id = newId()
  await trx
    .insertInto('stored_file')
    .values({ id: file_id, kind: 'document', ...file })
    .execute()
  await trx
    .updateTable('document')
    .set({ status: 'ready', file_id, ready_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  return true
}

export async function failDocument(
  trx: Transaction<DB>,
  id: string,
  error_code: DocumentFailure,
): Promise<void> {
  await trx
    .updateTable('document')
    .set({ status: 'failed', error_code })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** Its file is gone from the storage: the next who asks gets a new document. */
export async function loseDocument(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable('document')
    .set({ status: 'failed', error_code: 'document.lost' })
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .execute()
}
