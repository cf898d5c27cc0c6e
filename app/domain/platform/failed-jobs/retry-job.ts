import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { retryFailed } from '#app/outbox/failed-jobs.ts'
import type { DB } from '#db/types.ts'

/** Of two operators one is refused (job.retried). Refuses not_found.job. */
export async function retryJob(trx: Transaction<DB>, actor: Actor, id: string): Promise<void> {
  const job = await trx
    .selectFrom('platform.failed_job')
    .select(['name', 'entity_id', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!job) throw new Refusal('not_found.job')
  if (!(await retryFailed(trx, id))) throw new Refusal('job.retried')
  const { name, entity_id, attempts } = job
  await recordOperator(
    trx,
    actor,
    'job.retried',
    { type: 'job', id, entity_id },
    { after: { name, attempts } },
  )
}
