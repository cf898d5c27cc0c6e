import type { Transaction } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

/** A job that failed for good; operators see it and may try it again. */
export interface FailedJob {
  id: string
  name: string
  entity_id: string | null
  payload: unknown
  attempts: number
  error: unknown
}

/** Stores a failed job; one that is stored already stays unchanged. In the platform's schema. */
export async function storeFailedJob(
  trx: Transaction<DB>,
  { error, payload, ...job }: FailedJob,
): Promise<void> {
  await trx
    .insertInto('platform.failed_job')
    .values({ ...job, payload: JSON.stringify(payload), error: errorLine(error) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Enqueues a failed job again under a new id; false when it does not exist or was retried already. In the platform's schema. */
export async function retryFailedJob(trx: Transaction<DB>, id: string): Promise<boolean> {
  const job = await trx
    .updateTable('platform.failed_job')
    .set({ retried_at: new Date() })
    .where('id', '=', id)
    .where('retried_at', 'is', null)
    .returning(['name', 'entity_id', 'payload'])
    .executeTakeFirst()
  if (!job) return false
  await trx
    .insertInto('platform.outbox')
    .values({ id: newId(), name: job.name, entity_id: job.entity_id, payload: JSON.stringify(job.payload) })
    .execute()
  return true
}

/** Name and message of an error in one line, without its stack and without the values in a database's details. */
export function errorLine(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  return `${name}: ${message}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 500)
}
