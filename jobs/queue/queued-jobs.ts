import { sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { storeFailedJob } from '#app/outbox/failed-jobs.ts'
import type { DB } from '#db/types.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { JobQueue } from './queue.ts'
import { isScheduled } from './schedules.ts'

// Redis may lose jobs. So while the queue is in Redis, the outbox rows of its jobs stay in Postgres until the jobs are done:
// `held_at` says when a job was last known to be in the queue, `begun` that a worker has started it.

/** A job that was not seen for so long is looked up in the queue; workers mark their running jobs more often. */
const unseenMs = 15_000

const batch = 500
const now = sql<Date>`now()`

/** The jobs have been put into the queue. */
export async function markQueued(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx.updateTable('platform.outbox').set({ held_at: now }).where('id', 'in', ids).execute()
}

/** A worker starts a job; false when it was done already and the queue has lost that. */
export async function markStarted(pool: pg.Pool, id: string): Promise<boolean> {
  const { numUpdatedRows } = await withPlatform(pool, (trx) =>
    trx
      .updateTable('platform.outbox')
      .set({ held_at: now, begun: true })
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

/** This worker is still working on these jobs, whatever the queue says. */
export async function markSeen(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await withPlatform(pool, (trx) => touchQueued(trx, ids))
}

/** The jobs are done or given up. */
export async function removeFromOutbox(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('platform.outbox').where('id', 'in', ids).execute()
}

/**
 * Releases the jobs that the queue has lost, so that the relay hands them over again; returns how many. Looks at a batch of the
 * jobs that were not seen for the longest time, and at further ones while it finds lost jobs. Safe to repeat and to run in
 * several workers.
 */
export async function requeueLost(
  pool: pg.Pool,
  queue: Pick<JobQueue, 'getJob'>,
  ms = unseenMs,
): Promise<number> {
  for (let all = 0; ; ) {
    const { looked, lost } = await requeueLostBatch(pool, queue, ms)
    all += lost
    if (lost === 0 || looked < batch) return all
  }
}

function requeueLostBatch(pool: pg.Pool, queue: Pick<JobQueue, 'getJob'>, ms: number) {
  return withPlatform(pool, async (trx) => {
    const rows = await trx
      .selectFrom('platform.outbox')
      .select(['id', 'entity_id', 'name', 'payload'])
      .where('held_at', '<', before(ms))
      .orderBy('held_at')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute()
    const found = await Promise.all(rows.map(async (row) => ({ row, job: await queue.getJob(row.id) })))
    const idsOf = (some: typeof found) => some.map(({ row }) => row.id)
    const lost = found.filter(({ job }) => !job)
    const finished = found.filter(({ job }) => job?.finishedOn)
    for (const { row, job } of finished)
      if (job?.failedReason && !isScheduled(row.name))
        await storeFailedJob(trx, { ...row, attempts: job.attemptsMade, error: new Error(job.failedReason) })
    await removeFromOutbox(trx, idsOf(finished))
    await touchQueued(trx, idsOf(found.filter(({ job }) => job && !job.finishedOn)))
    await markUnqueued(trx, idsOf(lost))
    return { looked: rows.length, lost: lost.length }
  })
}

/** Releases all jobs of an earlier queue in Redis, for the present one in Postgres, which loses none. Returns how many. */
export async function releaseAll(pool: pg.Pool, ms = unseenMs): Promise<number> {
  const { numUpdatedRows } = await withPlatform(pool, (trx) =>
    trx
      .updateTable('platform.outbox')
      .set({ held_at: null })
      .where('held_at', '<', before(ms))
      .executeTakeFirst(),
  )
  return Number(numUpdatedRows)
}

const before = (ms: number) => sql<Date>`now() - make_interval(secs => ${ms / 1_000})`

async function touchQueued(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('platform.outbox')
    .set({ held_at: now })
    .where('id', 'in', ids)
    .where('held_at', 'is not', null)
    .execute()
}

async function markUnqueued(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx.updateTable('platform.outbox').set({ held_at: null }).where('id', 'in', ids).execute()
}
