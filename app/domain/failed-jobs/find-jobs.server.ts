import { type Kysely, sql } from 'kysely'
import { dayBegins } from '#app/domain/clock.server.ts'
import { contains } from '#app/domain/lists/contains.server.ts'
import { paginate } from '#app/domain/lists/paginate.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import type { FailedJobRow } from './job.ts'
import type { FailedJobSearch } from './job-search.ts'

/** Jobs of all organisations that failed for good, the latest first. */
export async function failedJobs(db: Kysely<DB>, search: FailedJobSearch) {
  let query = db
    .selectFrom('platform.failed_job as job')
    .leftJoin('platform.entity as entity', 'entity.id', 'job.entity_id')
    .select(['job.id', 'job.name', 'entity.name as entity', 'job.error', 'job.attempts'])
    .select(['job.failed_at', 'job.retried_at'])
  if (search.name) query = query.where('job.name', '=', search.name)
  if (search.state === 'open') query = query.where('job.retried_at', 'is', null)
  if (search.state === 'retried') query = query.where('job.retried_at', 'is not', null)
  if (search.entity_id) query = query.where('job.entity_id', '=', search.entity_id)
  if (search.from) query = query.where('job.failed_at', '>=', dayBegins(search.from))
  if (search.q) {
    const whole = [sql<string>`job.id::text`, sql<string>`job.payload::text`]
    query = query.where((eb) => contains(eb, search.q, ['job.error', 'entity.name', ...whole]))
  }
  return paginate<'platform.failed_job', FailedJobRow, FailedJobSearch>(query as never, search, {
    sorts: {
      name: 'job.name',
      entity: 'entity.name',
      failed_at: 'job.failed_at',
      retried_at: 'job.retried_at',
    },
    standard: '-failed_at',
    tie: 'job.id',
  })
}

/** The instant at which a day begins in Malaysia. */

/** One failed job; refuses with not_found.job. */
export async function failedJob(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('platform.failed_job as job')
    .leftJoin('platform.entity as entity', 'entity.id', 'job.entity_id')
    .select(['job.id', 'job.name', 'entity.name as entity', 'job.error', 'job.attempts'])
    .select(['job.failed_at', 'job.retried_at', 'job.payload'])
    .where('job.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.job')
  return { ...row, payload: (row.payload ?? {}) as Record<string, unknown> }
}
