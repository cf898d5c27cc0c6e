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
 * Returns the id of a document; requests with the same fingerprint share one, unless it failed. Refuses (document.too_many)
 * a list when the person already has `mostWaiting` others queued.
 */
export async function requestDocument(
  trx: Transaction<DB>,
  actor: Actor,
  request: DocumentRequest,
): Promise<string> {
  if (request.kind === 'list') await refuseTooMany(trx, actor, request.fingerprint)
  const { id, status } = await ensureDocument(trx, actor, request)
  // Enqueued each time, in case the job was lost; a second job finds the document done.
  if (status === 'queued') await enqueue(trx, 'document.render', { document_id: id })
  return id
}

/** The fingerprint of a list that the person has waited for since less than a day, by its beginning; undefined without one. */
export async function queuedFingerprint(
  trx: Transaction<DB>,
  { id }: Actor,
  beginning: string,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('document')
    .select('fingerprint')
    .where('kind', '=', 'list')
    .where('status', '=', 'queued')
    .where('created_by', '=', id)
    .where(sql<boolean>`starts_with(fingerprint, ${beginning})`)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.fingerprint
}

/** Limits the lists one person has queued, since they hold up everybody's; asking for the same list again does not count. */
async function refuseTooMany(trx: Transaction<DB>, actor: Actor, fingerprint: string): Promise<void> {
  if (!actor.id) return
  // Locks the person, so that concurrent requests are counted one after the other.
  await trx.selectFrom('user_account').select('id').where('id', '=', actor.id).forNoKeyUpdate().execute()
  const { count } = await trx
    .selectFrom('document')
    .select(sql<number>`count(*)`.as('count'))
    .where('kind', '=', 'list')
    .where('status', '=', 'queued')
    .where('created_by', '=', actor.id)
    .where('fingerprint', '<>', fingerprint)
    // Older ones are late through our fault and must not block the person for ever.
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (count >= mostWaiting) throw new Refusal('document.too_many', undefined, { most: mostWaiting })
}

/** Written exactly as in the partial index: with a parameter, a cached generic plan could not use it. */
const notFailed = sql<boolean>`status <> 'failed'`

/** The caller must enqueue the job that makes a new document. */
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

/** Stores the progress of a long file; does nothing once it is no longer queued. */
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

/** Returns false and does nothing once it is no longer queued. */
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

/** Its file is missing from storage: the next request makes a new document. */
export async function loseDocument(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable('document')
    .set({ status: 'failed', error_code: 'document.lost' })
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .execute()
}
