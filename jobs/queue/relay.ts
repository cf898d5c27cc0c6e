import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { isJobName, type JobName } from '#app/outbox/catalogue.ts'
import { outboxChannel } from '#app/outbox/enqueue.ts'
import { createPool } from '#db/pool.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { type JobQueue, jobOptions } from './queue.ts'
import { markQueued, removeFromOutbox } from './queued-jobs.ts'
import type { RedisLines } from './redis.ts'
import { repeat, warnOnce } from './repeat.ts'
import { isScheduled } from './schedules.ts'

interface RelayOptions {
  pool: pg.Pool
  listenUrl: string
  queue: Pick<JobQueue, 'addBulk'>
  /** Set when the queue is in Redis, which may lose jobs: their rows stay until they are done (queued-jobs.ts). */
  redis?: Pick<RedisLines, 'ready' | 'onReady'> | undefined
  log: Logger
  /** Milliseconds after which the outbox is checked without a notification. */
  pollMs?: number
}

interface Relay {
  stop(): Promise<void>
}

const batch = 100

/** Moves due rows of the outbox into the queue, as soon as Postgres notifies of new ones, and regularly. */
export function startRelay(options: RelayOptions): Relay {
  const { pool, listenUrl, queue, redis, log, pollMs = 2_000 } = options
  const warned = warnOnce(log, 'the outbox waits: its rows could not be handed over')
  const { wake, signal, stop } = repeat(pollMs, async () => {
    const open = redis?.ready() ?? true
    const moved = open ? await warned(() => relay(pool, queue, log, redis !== undefined)) : 0
    return moved === batch
  })
  redis?.onReady(wake)
  const listening = listen({ url: listenUrl, channel: outboxChannel, log, signal }, wake)
  return {
    async stop() {
      await Promise.all([stop(), listening])
    },
  }
}

/**
 * Moves up to a hundred due rows into the queue, the oldest first; returns how many. The rows are deleted in the transaction in
 * which the queue takes the jobs, under the same ids: after a crash in between the jobs come again, and the queue knows their
 * ids. With a `volatileQueue` (Redis) the rows are marked instead. Several relays may run at once; none waits for another.
 */
export function relay(
  pool: pg.Pool,
  queue: Pick<JobQueue, 'addBulk'>,
  log: Logger,
  volatileQueue = false,
): Promise<number> {
  return withPlatform(pool, async (trx) => {
    const rows = await trx
      .selectFrom('platform.outbox')
      .select(['id', 'entity_id', 'name', 'payload', 'run_at', 'begun'])
      .where('run_at', '<=', sql<Date>`now()`)
      .where('held_at', 'is', null)
      .orderBy('run_at')
      .orderBy('id')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute()
    const known = rows.filter(({ id, name }) => {
      if (!isJobName(name))
        log.error({ job_id: id, job: name }, 'the outbox asked for a job that nobody knows')
      return isJobName(name)
    })
    const removed = volatileQueue ? rows.filter((row) => !known.includes(row)) : rows
    await removeFromOutbox(trx, idsOf(removed))
    if (volatileQueue) await markQueued(trx, idsOf(known))
    if (known.length > 0) await queue.addBulk(known.map((row) => jobOf(row, volatileQueue)))
    return rows.length
  })
}

interface Row {
  id: string
  entity_id: string | null
  name: string
  payload: unknown
  run_at: Date | string
  begun: boolean
}

/**
 * A job that had been started before the queue lost it counts as interrupted. A scheduled one is not put in again while the
 * one before waits or runs; in Redis the row of that one keeps the next from being written at all.
 */
function jobOf({ id, entity_id, name, payload, run_at, begun }: Row, volatileQueue: boolean) {
  return {
    name,
    data: { entity_id, payload, ...(begun && { given_back: true as const }) },
    opts: {
      ...jobOptions(name as JobName, id),
      timestamp: new Date(run_at).getTime(),
      ...(isScheduled(name) && !volatileQueue && { deduplication: { id: name } }),
    },
  }
}

const idsOf = (rows: Row[]) => rows.map(({ id }) => id)

const reconnectMs = 1_000

/**
 * Listens to a channel of Postgres until `signal` is aborted; the promise then resolves. It has a connection of its own, opened
 * again a second after it broke. `onNotify` is also called for each new connection, because notifications in between are lost.
 */
async function listen(
  options: { url: string; channel: string; log: Logger; signal: AbortSignal },
  onNotify: () => void,
): Promise<void> {
  const { log, signal, channel } = options
  while (!signal.aborted) {
    await listenOnce(options, onNotify).catch((error) =>
      log.warn({ err: error, channel }, 'listening was interrupted'),
    )
    await sleep(reconnectMs, undefined, { signal }).catch(() => {})
  }
}

/** Resolves when the signal is aborted; refuses with the error that broke the connection. */
async function listenOnce(
  { url, channel, signal }: { url: string; channel: string; signal: AbortSignal },
  onNotify: () => void,
) {
  const pool = createPool(url, { max: 1, waitMs: 5_000 })
  try {
    const client = await pool.connect()
    try {
      const over = new Promise<void>((resolve, reject) => {
        client.on('error', reject)
        client.once('end', () => reject(new Error('the connection ended')))
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      over.catch(() => {})
      client.on('notification', onNotify)
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      onNotify()
      if (!signal.aborted) await over
    } finally {
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}
