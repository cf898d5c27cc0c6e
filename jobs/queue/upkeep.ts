import type pg from 'pg'
import type { Logger } from 'pino'
import { holdOn, putBack, takeBack } from './held.ts'
import type { JobQueue } from './queue.ts'
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
  /** Ids of the jobs at which this worker is. */
  running: () => string[]
  log: Logger
  everyMs?: number
  /** Milliseconds after which a job that nobody has seen is looked for; several times `everyMs`. */
  unseenMs?: number
}

/**
 * What a worker does besides its jobs, every few seconds: says that it lives, sees to the schedules, and, since Redis may
 * lose what it holds, says at which jobs it is and puts back what is lost. Each by itself, so that none waits for another
 * that fails.
 */
export function startUpkeep(options: UpkeepOptions): { stop(): Promise<void> } {
  const { pool, queue, redis, running, log, everyMs = 5_000 } = options
  const steps = [
    step('the worker could not say that it lives', () => sayAlive(pool, redis?.lostSince())),
    step('what this worker is at could not be noted', () => holdOn(pool, redis ? running() : [])),
    step('lost jobs could not be looked for', () => recover(options)),
    step('the schedules could not be set yet', scheduler(queue, options.schedules, redis)),
  ]

  function step(words: string, work: () => Promise<unknown>) {
    const told = warnOnce(log, words)
    return () => told(work)
  }

  const { ring, stop } = repeat(everyMs, async () => {
    await Promise.all(steps.map((each) => each()))
    return false
  })
  redis?.onReady(ring)
  return { stop }
}

async function recover({ pool, queue, redis, unseenMs, log }: UpkeepOptions) {
  if (redis && !redis.ready()) return
  const jobs = redis ? await putBack(pool, queue, unseenMs) : await takeBack(pool, unseenMs)
  if (jobs > 0) log.warn({ jobs }, 'jobs that the queue had lost are put into it again')
}

/** Postgres keeps them, so that setting them once is enough; in Redis they are looked for each time. */
function scheduler(queue: JobQueue, schedules: Schedules, redis: RedisLines | undefined) {
  let set = false
  return async () => {
    if (redis && !redis.ready()) return
    if (set && !(redis && (await missesSchedule(queue, schedules)))) return
    await keepSchedules(queue, schedules)
    set = true
  }
}
