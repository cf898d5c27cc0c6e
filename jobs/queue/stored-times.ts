import type { Redis } from 'ioredis'
import { sql, type Transaction } from 'kysely'
import { catalogue } from '#app/outbox/catalogue.ts'
import type { JobKind } from '#app/outbox/retries.ts'
import type { DB } from '#db/types.ts'
import type { PatientBackend } from './patient-postgres.ts'
import { type JobQueue, lockTimes } from './queue.ts'
import type { RedisLines } from './redis.ts'

// A clock that was ahead leaves instants in the stores that nothing reaches for days or years: BullMQ compares the clock
// of a worker with what another one has stored. What cannot be right is set back here, by the clock of the database.

/** Milliseconds by which the clocks of machines may differ. */
export const clockSlack = 60_000

/** The longest pause before a further try, of any job. */
const longestPause = Math.max(
  ...(Object.values(catalogue) as JobKind[]).map(
    ({ attempts, first }) => first * 2 ** Math.max(0, attempts - 2),
  ),
)

/** Delayed jobs that are looked at in one go, those that are furthest ahead. */
const batch = 100

interface QueueTimes {
  /** Lets the check for jobs of dead workers run again, and shortens locks that no worker would outlive. */
  releaseChecks(now: number): Promise<number>
  /** Ids of jobs whose next try is later than `until`. */
  delayedBeyond(until: number): Promise<string[]>
}

/**
 * Lets jobs run again whose next try, and dead workers be noticed whose check, was put off by a clock that was ahead.
 * `now` in milliseconds. Returns how many times were set back.
 */
export async function repairQueueTimes(
  queue: JobQueue,
  redis: Pick<RedisLines, 'producing'> | undefined,
  now: number,
): Promise<number> {
  const times = timesOf(queue, redis?.producing())
  const released = await times.releaseChecks(now)
  const ids = await times.delayedBeyond(now + longestPause + clockSlack)
  for (const id of ids) await (await queue.getJob(id))?.promote()
  return released + ids.length
}

function timesOf(queue: JobQueue, redis: Redis | undefined): QueueTimes {
  return redis
    ? redisTimes(redis, (key) => queue.toKey(key))
    : postgresTimes(queue.getBackend() as unknown as PatientBackend, queue.name)
}

function postgresTimes(backend: PatientBackend, name: string): QueueTimes {
  const { lockDuration, stalledInterval } = lockTimes
  return {
    async releaseChecks(now) {
      const checks = await backend.ask(
        "delete from meta where queue = $1 and field = 'stalled-check' and value::bigint > $2",
        [name, now + stalledInterval + clockSlack],
      )
      const locks = await backend.ask(
        "update job set locked_until_ms = $2 where queue = $1 and state = 'active' and locked_until_ms > $3",
        [name, now + lockDuration, now + lockDuration + clockSlack],
      )
      return (checks.rowCount ?? 0) + (locks.rowCount ?? 0)
    },
    async delayedBeyond(until) {
      const { rows } = await backend.ask(
        `select id from job where queue = $1 and state = 'delayed' and process_at_ms > $2 and scheduler_id is null
          order by process_at_ms desc limit $3`,
        [name, until, batch],
      )
      return rows.map(({ id }) => String(id))
    },
  }
}

/** Redis ends its keys by its own clock, so they outlive their time when that one was ahead. */
function redisTimes(redis: Redis, keyOf: (name: string) => string): QueueTimes {
  const { lockDuration, stalledInterval } = lockTimes
  const shorten = async (key: string, ms: number) =>
    (await redis.pttl(key)) > ms + clockSlack ? redis.pexpire(key, ms) : 0
  return {
    async releaseChecks() {
      let released = await shorten(keyOf('stalled-check'), stalledInterval)
      for (const id of await redis.lrange(keyOf('active'), 0, -1))
        released += await shorten(`${keyOf(id)}:lock`, lockDuration)
      return released
    },
    async delayedBeyond(until) {
      // BullMQ multiplies the instant, to have room for an order among the jobs of one millisecond
      const least = (until + 1) * 0x1000
      const ids = await redis.zrangebyscore(keyOf('delayed'), least, '+inf', 'LIMIT', 0, batch)
      return ids.filter((id) => !id.startsWith('repeat:'))
    },
  }
}

/**
 * Rows of the outbox that a clock ahead has dated: they wait as long as they would have from now on, and a job in the
 * queue counts as unseen. In the platform's schema; returns how many.
 */
export async function repairOutboxTimes(trx: Transaction<DB>): Promise<number> {
  const [now, ahead] = [sql<Date>`now()`, sql<Date>`now() + make_interval(secs => ${clockSlack / 1_000})`]
  const rows = await trx
    .updateTable('platform.outbox')
    .set({ created_at: now, run_at: sql<Date>`now() + (run_at - created_at)` })
    .where('run_at', '>', now)
    .where('created_at', '>', ahead)
    .executeTakeFirst()
  const queued = await trx
    .updateTable('platform.outbox')
    .set({ held_at: sql<Date>`now() - interval '1 hour'` })
    .where('held_at', '>', ahead)
    .executeTakeFirst()
  return Number(rows.numUpdatedRows + queued.numUpdatedRows)
}
