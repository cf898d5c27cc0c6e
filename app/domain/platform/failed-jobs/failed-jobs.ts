import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { dayBegins } from '#app/domain/core/clock.ts'
import { linkOnly, onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { entityChoices } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { catalogue, type JobName } from '#app/outbox/catalogue.ts'
import { retryFailedJob } from '#app/outbox/failed-jobs.ts'
import type { DB } from '#db/types.ts'

const jobNames = Object.keys(catalogue) as JobName[]

/** A job that failed for good: still open, or asked for again by an operator. */
const failedJobStates = ['open', 'retried'] as const

/** Jobs of all organisations that failed for good, the latest first. */
export const failedJobList = operatorList<Selected<typeof listed>>()({
  name: 'job',
  title: 'admin.job.plural',
  access: { view: 'admin.job.view', print: 'admin.job.view' },
  columns: [
    { key: 'name', label: 'admin.job.name', sort: true },
    { key: 'entity', label: 'admin.job.entity', sort: true },
    { key: 'error', label: 'admin.job.error', room: 'table' },
    { key: 'attempts', label: 'admin.job.attempts', kind: 'count', room: 'wide' },
    { key: 'failed_at', label: 'admin.job.failed_at', kind: 'instant', sort: true },
    { key: 'retried_at', label: 'admin.job.retried_at', kind: 'instant', room: 'wide', sort: true },
  ],
  filters: {
    state: oneOf('admin.job.state', failedJobStates, 'admin.job.states'),
    name: oneOf('admin.job.name', jobNames, 'admin.job.names', { sorted: true }),
    /** Of one area, by the first word of their names. */
    area: linkOnly(z.literal('einvoice')),
    entity_id: oneEntry('admin.job.entity', entityChoices),
    from: onDay('admin.job.failed_from', { until: 'to' }),
    to: onDay('admin.job.failed_to'),
  },
  tabs: { filter: 'state', column: 'state' },
  defaultSort: '-failed_at',
  query(db, _reader, { q, name, area, state, entity_id, from, to }) {
    let query = listed(db)
    if (name) query = query.where('job.name', '=', name)
    if (area) query = query.where('job.name', 'like', `${area}.%`)
    if (state === 'open') query = query.where('job.retried_at', 'is', null)
    if (state === 'retried') query = query.where('job.retried_at', 'is not', null)
    if (entity_id) query = query.where('job.entity_id', '=', entity_id)
    if (from) query = query.where('job.failed_at', '>=', dayBegins(from))
    if (to) query = query.where('job.failed_at', '<', dayBegins(to, 1))
    const whole = [sql<string>`job.id::text`, sql<string>`job.payload::text`]
    if (q) query = query.where((eb) => contains(eb, q, ['job.error', 'entity.name', ...whole]))
    return query
  },
})

function listed(db: Kysely<DB>) {
  return db
    .selectFrom('platform.failed_job as job')
    .leftJoin('platform.entity as entity', 'entity.id', 'job.entity_id')
    .select(['job.id', 'job.name', 'entity.name as entity', 'job.error', 'job.attempts'])
    .select(['job.failed_at', 'job.retried_at'])
    .select(sql<string>`case when job.retried_at is null then 'open' else 'retried' end`.as('state'))
}

/** One failed job; refuses with not_found.job. */
export async function failedJob(db: Kysely<DB>, id: string) {
  const row = await listed(db).select('job.payload').where('job.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.job')
  return { ...row, payload: (row.payload ?? {}) as Record<string, unknown> }
}

/** Of two operators one is refused (job.retried). Refuses not_found.job. */
export async function retryJob(trx: Transaction<DB>, actor: Actor, id: string): Promise<void> {
  const job = await trx
    .selectFrom('platform.failed_job')
    .select(['name', 'entity_id', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!job) throw new Refusal('not_found.job')
  if (!(await retryFailedJob(trx, id))) throw new Refusal('job.retried')
  const { name, entity_id, attempts } = job
  await recordOperator(
    trx,
    actor,
    'job.retried',
    { type: 'job', id, entity_id },
    { after: { name, attempts } },
  )
}
