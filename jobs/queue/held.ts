import { sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { keepFailed } from '#app/outbox/failed-jobs.ts'
import type { DB } from '#db/types.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { JobQueue } from './queue.ts'

/**
 * What Postgres knows of jobs in a queue that may forget them: their rows stay in the outbox until they are done. One
 * that was not seen for this long is looked for; a worker says more often which it is at.
 */
const unseenMs = 15_000

const batch = 500
const now = sql<Date>`now()`

/** The queue has them. */
export async function hold(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx.updateTable('platform.outbox').set({ held_at: now }).where('id', 'in', ids).execute()
}

/** A worker takes it up; false when it was done before, of which the queue does not know any more. */
export async function begin(pool: pg.Pool, id: string): Promise<boolean> {
  const { numUpdatedRows } = await withPlatform(pool, (trx) =>
    trx
      .updateTable('platform.outbox')
      .set({ held_at: now, begun: true })
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

/** This worker is still at them, whatever the queue says. */
export async function holdOn(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await withPlatform(pool, (trx) => seen(trx, ids))
}

/** Done, or given up. */
export async function letGo(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('platform.outbox').where('id', 'in', ids).execute()
}

/**
 * Puts back into the outbox what the queue has lost; says how many jobs. While it finds some it goes on, else it looks at
 * no more than one batch, those first that were not looked for the longest. Safe to repeat, also by several workers.
 */
export async function putBack(
  pool: pg.Pool,
  queue: Pick<JobQueue, 'getJob'>,
  ms = unseenMs,
): Promise<number> {
  for (let all = 0; ; ) {
    const { looked, lost } = await putBackSome(pool, queue, ms)
    all += lost
    if (lost === 0 || looked < batch) return all
  }
}

function putBackSome(pool: pg.Pool, queue: Pick<JobQueue, 'getJob'>, ms: number) {
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
    const over = found.filter(({ job }) => job?.finishedOn)
    for (const { row, job } of over)
      if (job?.failedReason)
        await keepFailed(trx, { ...row, attempts: job.attemptsMade, error: new Error(job.failedReason) })
    await letGo(trx, idsOf(over))
    await seen(trx, idsOf(found.filter(({ job }) => job && !job.finishedOn)))
    await forget(trx, idsOf(lost))
    return { looked: rows.length, lost: lost.length }
  })
}

/** All that an earlier queue held comes to the present one, which keeps its jobs beside the outbox and forgets none. */
export async function takeBack(pool: pg.Pool, ms = unseenMs): Promise<number> {
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

async function seen(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('platform.outbox')
    .set({ held_at: now })
    .where('id', 'in', ids)
    .where('held_at', 'is not', null)
    .execute()
}

async function forget(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx.updateTable('platform.outbox').set({ held_at: null }).where('id', 'in', ids).execute()
}
