import type { Transaction } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

/** The operator sees it and may try it again. */
export interface GivenUp {
  id: string
  name: string
  entity_id: string | null
  payload: unknown
  attempts: number
  error: unknown
}

/** One that is kept already stays as it is. At the platform's place. */
export async function keepFailed(trx: Transaction<DB>, { error, payload, ...job }: GivenUp): Promise<void> {
  await trx
    .insertInto('platform.failed_job')
    .values({ ...job, payload: JSON.stringify(payload), error: inOneLine(error) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Under a new id; false when it was not there or asked for already. At the platform's place. */
export async function retryFailed(trx: Transaction<DB>, id: string): Promise<boolean> {
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

/** Without its stack and without the values that a database puts into its details. */
export function inOneLine(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  return `${name}: ${message}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 500)
}
