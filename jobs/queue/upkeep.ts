import type pg from 'pg'
import type { Logger } from 'pino'
import type { JobQueue } from './queue.ts'
import { markSeen, releaseAll, requeueLost } from './queued-jobs.ts'
import type { RedisLines } from './redis.ts'
import { repeat } from './repeat.ts'
import { keepSchedules, missesSchedule, type Schedules } from './schedules.ts'
import { warnOnce } from './warn-once.ts'
import { sayAlive } from './worker-row.ts'

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
 * What a worker does every few seconds apart from its jobs: marks itself as alive, sets the schedules, and, because Redis may
 * lose jobs, marks its running jobs and requeues lost ones. The steps are independent, so that a failing one stops no other.
 */
export function startUpkeep(options: UpkeepOptions): { stop(): Promise<void> } {
  const { pool, queue, redis, running, log, everyMs = 5_000 } = options
  const steps = [
    step('the worker could not say that it lives', () => sayAlive(pool, redis?.lostSince())),
    step('what this worker is at could not be noted', () => markSeen(pool, redis ? running() : [])),
    step('lost jobs could not be looked for', () => recover(options)),
    step('the schedules could not be set yet', scheduler(queue, options.schedules, redis)),
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
  return { stop }
}

async function recover({ pool, queue, redis, unseenMs, log }: UpkeepOptions) {
  if (redis && !redis.ready()) return
  const jobs = redis ? await requeueLost(pool, queue, unseenMs) : await releaseAll(pool, unseenMs)
  if (jobs > 0) log.warn({ jobs }, 'jobs that the queue had lost are put into it again')
}

/** In Postgres schedules are set once; in Redis they are checked each time. */
function scheduler(queue: JobQueue, schedules: Schedules, redis: RedisLines | undefined) {
  let set = false
  return async () => {
    if (redis && !redis.ready()) return
    if (set && !(redis && (await missesSchedule(queue, schedules)))) return
    await keepSchedules(queue, schedules)
    set = true
  }
}
