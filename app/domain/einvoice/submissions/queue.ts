import { sql, type Transaction } from 'kysely'
import { databaseTime } from '#app/domain/core/clock.ts'
import { enqueue, enqueueEach } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { minute, planTurn } from './schedule.ts'

/**
 * Asks the worker to send what is queued, in the transaction that queued it. Safe to call once for each document: a job that finds
 * nothing queued does nothing. A lost job is made up for by the organisation's next turn.
 */
export async function enqueueSubmission(trx: Transaction<DB>): Promise<void> {
  const now = await databaseTime(trx)
  await planTurn(trx, new Date(now.getTime() + 2 * minute))
  await enqueue(trx, 'einvoice.submit', {})
}

/**
 * The portal may be asked again: after a connection test that passed. What is queued is sent, and what was under way goes on at
 * once.
 */
export async function resumeSubmissions(trx: Transaction<DB>): Promise<void> {
  const open = await trx
    .updateTable('einvoice_submission')
    .set({ next_at: sql<Date>`now()` })
    .where('state', 'in', ['stored', 'unknown', 'accepted'])
    .returning('id as submission_id')
    .execute()
  await enqueueEach(trx, 'einvoice.follow', open)
  await planTurn(trx, await databaseTime(trx))
  await enqueueSubmission(trx)
}
