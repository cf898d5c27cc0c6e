import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { databaseTime } from '#app/domain/core/clock.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { JobQueue } from './queue.ts'
import { markSeen, releaseAll, requeueLost } from './queued-jobs.ts'
import type { RedisLines } from './redis.ts'
import { repeat, warnOnce } from './repeat.ts'
import { enqueueDue, removeQueueSchedules, type Schedules, storeSchedules } from './schedules.ts'
import { clockSlack, repairOutboxTimes, repairQueueTimes } from './stored-times.ts'

export interface UpkeepOptions {
  pool: pg.Pool
  queue: JobQueue
  /** Undefined when the queue is in Postgres, which forgets nothing. */
  redis: RedisLines | undefined
  schedules: Schedules
  /** Ids of the running jobs of this worker. */
  running: () => string[]
  log: Logger
  everyMs?: number
  /** Milliseconds after which a job that was not seen is looked up; several times `everyMs`. */
  unseenMs?: number
}

/**
 * What a worker does every few seconds apart from its jobs: marks itself as alive, enqueues what is due, sets back instants
 * that a wrong clock has stored, and, because Redis may lose jobs, marks its running jobs and requeues lost ones. The steps
 * are independent, so that a failing one stops no other.
 */
export function startUpkeep(options: UpkeepOptions): Upkeep {
  const { pool, redis, running, log, everyMs = 5_000 } = options
  const clock = clockCheck(options)
  const steps = [
    step('the worker could not say that it lives', () => sayAlive(pool, redis?.lostSince())),
    step('the clock could not be compared with that of the database', clock.compare),
    step('instants in the outbox could not be looked at', () => repairOutbox(options)),
    step('instants in the queue could not be looked at', () => repairQueue(options)),
    step('what this worker is at could not be noted', () => markSeen(pool, redis ? running() : [])),
    step('lost jobs could not be looked for', () => recover(options)),
    step('what is due by the schedules could not be put into the outbox', scheduler(options)),
    step('schedules of an earlier version could not be removed yet', oldSchedules(options)),
  ]

  function step(words: string, work: () => Promise<unknown>) {
    const warned = warnOnce(log, words)
    return () => warned(work)
  }

  const { wake, stop } = repeat(everyMs, async () => {
    await Promise.all(steps.map((each) => each()))
    return false
  })
  redis?.onReady(wake)
  return {
    secondsOff: clock.secondsOff,
    async stop() {
      await stop()
      await sayGone(pool).catch(() => {})
    },
  }
}

interface Upkeep {
  stop(): Promise<void>
  /** Seconds by which the clock of this machine is ahead of the database's (negative: behind); 0 for a small difference. */
  secondsOff(): number
}

/** The queue plans further tries by the clocks of its workers: one that differs much from the database's is told, once until it is right. */
function clockCheck({ pool, log }: UpkeepOptions) {
  let off = 0
  return {
    secondsOff: () => off,
    async compare() {
      const asked = Date.now()
      const time = await withPlatform(pool, databaseTime)
      const ms = (asked + Date.now()) / 2 - time.getTime()
      const found = Math.abs(ms) > clockSlack ? Math.round(ms / 1_000) : 0
      if (found && !off)
        log.warn({ seconds: found }, 'the clock of this machine differs from that of the database')
      off = found
    },
  }
}

async function repairOutbox({ pool, log }: UpkeepOptions) {
  const times = await withPlatform(pool, repairOutboxTimes)
  if (times > 0) log.warn({ times }, 'a clock was ahead: instants in the outbox are set back')
}

async function repairQueue({ pool, queue, redis, log }: UpkeepOptions) {
  if (redis && !redis.ready()) return
  const now = await withPlatform(pool, databaseTime)
  const times = await repairQueueTimes(queue, redis, now.getTime())
  if (times > 0) log.warn({ times }, 'a clock was ahead: instants in the queue are set back')
}

async function recover({ pool, queue, redis, unseenMs, log }: UpkeepOptions) {
  if (redis && !redis.ready()) return
  const jobs = redis ? await requeueLost(pool, queue, unseenMs) : await releaseAll(pool, unseenMs)
  if (jobs > 0) log.warn({ jobs }, 'jobs that the queue had lost are put into it again')
}

/** Puts what is due into the outbox, where it waits also while Redis is away. */
function scheduler({ pool, schedules }: UpkeepOptions) {
  let stored = false
  return () =>
    withPlatform(pool, async (trx) => {
      if (!stored) await storeSchedules(trx, schedules)
      await enqueueDue(trx, schedules)
    }).then(() => {
      stored = true
    })
}

function oldSchedules({ queue, redis }: UpkeepOptions) {
  let removed = false
  return async () => {
    if (removed || (redis && !redis.ready())) return
    await removeQueueSchedules(queue)
    removed = true
  }
}

const now = sql<Date>`now()`
const id = newId()

/**
 * This process lives, and has lost its queue since `lostAt`. Rows of others that ended an hour ago go, and those dated by a
 * clock that was ahead, which would seem alive until that date.
 */
async function sayAlive(pool: pg.Pool, lostAt: Date | undefined): Promise<void> {
  const state = { seen_at: now, queue_lost_at: lostAt ?? null }
  await withPlatform(pool, async (trx) => {
    await trx
      .insertInto('platform.worker')
      .values({ id, ...state })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ ...state, started_at: sql<Date>`least(platform.worker.started_at, now())` }),
      )
      .execute()
    await trx
      .deleteFrom('platform.worker')
      .where(
        sql<boolean>`seen_at not between now() - interval '1 hour' and now() + ${sql.lit(clockSlack)} * interval '1 ms'`,
      )
      .execute()
    const ahead = sql<Date>`now() + ${sql.lit(clockSlack)} * interval '1 ms'`
    for (const column of ['ran_at', 'planned_at'] as const)
      await trx
        .updateTable('platform.schedule')
        .set({ [column]: now })
        .where(column, '>', ahead)
        .execute()
  })
}

/** It ends as it was told, so that its row is not taken for one that died. */
async function sayGone(pool: pg.Pool): Promise<void> {
  await withPlatform(pool, (trx) => trx.deleteFrom('platform.worker').where('id', '=', id).execute())
}
