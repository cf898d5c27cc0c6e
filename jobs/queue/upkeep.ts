import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { PlatformJobName } from '#app/outbox/catalogue.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { type JobQueue, jobOptions } from './queue.ts'
import { markSeen, releaseAll, requeueLost } from './queued-jobs.ts'
import type { RedisLines } from './redis.ts'
import { repeat, warnOnce } from './repeat.ts'

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

/** `every` in milliseconds; `pattern` is a cron line in Malaysian time. */
type Rhythm = { every: number } | { pattern: string }

export type Schedules = Partial<Record<string, Rhythm>>

/** One job of each line exists at a time, however many workers there are. */
export const schedules: Partial<Record<PlatformJobName, Rhythm>> = {
  'payment.sweep': { every: 60_000 },
  'audit.sweep': { every: 30_000 },
  'help.turn': { every: 60_000 },
  'day.turn_all': { pattern: '0 1 0 * * *' },
  // Each hour, so that a night that was missed is made up for as soon as somebody is there.
  'generation.turn_all': { pattern: '0 30 * * * *' },
  // Twice an hour, so that what could not leave at night leaves as soon as it may.
  'reminder.turn_all': { pattern: '0 5,35 * * * *' },
  // After what the banks settled has been written into both books.
  'equation.check_all': { pattern: '0 40 0 * * *' },
  'arrangement.settle_all': { pattern: '0 20 0 * * *' },
  'discount.notice_all': { pattern: '0 15 8 * * *' },
  // Each hour: what is not right yet is tried again, and the others come round once a day.
  'domain.watch': { pattern: '0 50 * * * *' },
  // Each hour, so that a night that was missed is made up for.
  'payout.prepare': { pattern: '0 50 * * * *' },
  'zakat.watch': { pattern: '0 10 8 * * *' },
  'application.upkeep_all': { pattern: '0 45 8 * * *' },
  'transfer_slip.upkeep_all': { pattern: '0 35 3 * * *' },
  'audit.anchor_all': { pattern: '0 0 6 * * *' },
  'exception.remind_all': { pattern: '0 30 8 * * *' },
  'fpx.watch': { pattern: '0 0 8 * * *' },
  'registration_draft.clean_all': { pattern: '0 25 3 * * *' },
  'subscription.turn': { pattern: '0 2 0 * * *' },
  'registration.expire': { pattern: '0 5 3 * * *' },
  'idempotency.clean': { pattern: '0 10 3 * * *' },
  'outbox.clean': { pattern: '0 15 3 * * *' },
  'import.clean_all': { pattern: '0 25 3 * * *' },
  'message.bodies': { pattern: '0 35 3 * * *' },
  'files.clean': { pattern: '0 20 3 * * *' },
}

/** Whether the queue has forgotten one. */
async function missesSchedule(
  queue: Pick<JobQueue, 'getJobSchedulers'>,
  wanted: Schedules,
): Promise<boolean> {
  const known = (await queue.getJobSchedulers()).map(({ key }) => key)
  return Object.keys(wanted).some((name) => !known.includes(name))
}

/** Adds, changes and removes. Safe to repeat. */
export async function keepSchedules(
  queue: Pick<JobQueue, 'upsertJobScheduler' | 'getJobSchedulers' | 'removeJobScheduler'>,
  wanted: Schedules = schedules,
): Promise<void> {
  for (const { key } of await queue.getJobSchedulers()) {
    if (!wanted[key]) await queue.removeJobScheduler(key)
  }
  for (const [name, rhythm] of Object.entries(wanted) as [PlatformJobName, Rhythm][]) {
    const repeat = 'every' in rhythm ? rhythm : { ...rhythm, tz: 'Asia/Kuala_Lumpur' }
    const data = { entity_id: null, payload: {} }
    await queue.upsertJobScheduler(name, repeat, { name, data, opts: jobOptions(name) })
  }
}

const now = sql<Date>`now()`
const id = newId()

/** This process lives, and has lost its queue since `lostAt`. Rows of others that ended an hour ago go. */
async function sayAlive(pool: pg.Pool, lostAt: Date | undefined): Promise<void> {
  const state = { seen_at: now, queue_lost_at: lostAt ?? null }
  await withPlatform(pool, async (trx) => {
    await trx
      .insertInto('platform.worker')
      .values({ id, ...state })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
      .execute()
    await trx
      .deleteFrom('platform.worker')
      .where('seen_at', '<', sql<Date>`now() - interval '1 hour'`)
      .execute()
  })
}
