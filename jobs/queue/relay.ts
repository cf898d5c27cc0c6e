import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { isJobName, type JobName } from '#app/outbox/catalogue.ts'
import { outboxChannel } from '#app/outbox/enqueue.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { hold, letGo } from './held.ts'
import { listen } from './listen.ts'
import { type JobQueue, jobOptions } from './queue.ts'
import type { RedisLines } from './redis.ts'
import { repeat } from './repeat.ts'
import { warnOnce } from './warn-once.ts'

export interface RelayOptions {
  pool: pg.Pool
  listenUrl: string
  queue: Pick<JobQueue, 'addBulk'>
  /** When the queue is there: it may lose its jobs, so their rows stay, held, until they are done (held.ts). */
  redis?: Pick<RedisLines, 'ready' | 'onReady'> | undefined
  log: Logger
  /** Milliseconds after which the outbox is looked at although nobody said so. */
  pollMs?: number
}

export interface Relay {
  stop(): Promise<void>
}

const batch = 100

export function startRelay(options: RelayOptions): Relay {
  const { pool, listenUrl, queue, redis, log, pollMs = 2_000 } = options
  const warned = warnOnce(log, 'the outbox waits: its rows could not be handed over')
  const { ring, signal, stop } = repeat(pollMs, async () => {
    const open = redis?.ready() ?? true
    const moved = open ? await warned(() => relay(pool, queue, log, redis !== undefined)) : 0
    return moved === batch
  })
  redis?.onReady(ring)
  const listening = listen({ url: listenUrl, channel: outboxChannel, log, signal }, ring)
  return {
    async stop() {
      await Promise.all([stop(), listening])
    },
  }
}

/**
 * Up to a hundred rows that are due, oldest first; says how many. They leave the outbox in the transaction in which the
 * queue takes them, under the same ids: after a crash in between they come again, and the queue knows them. Of a
 * forgetful queue they are marked as held instead. Several relays may run at once; none waits for another.
 */
export function relay(
  pool: pg.Pool,
  queue: Pick<JobQueue, 'addBulk'>,
  log: Logger,
  forgetful = false,
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
    const gone = forgetful ? rows.filter((row) => !known.includes(row)) : rows
    await letGo(trx, idsOf(gone))
    if (forgetful) await hold(trx, idsOf(known))
    if (known.length > 0) await queue.addBulk(known.map(jobOf))
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

/** One that was begun before the queue lost it was cut off, for all that anybody knows. */
function jobOf({ id, entity_id, name, payload, run_at, begun }: Row) {
  return {
    name,
    data: { entity_id, payload, ...(begun && { given_back: true as const }) },
    opts: { ...jobOptions(name as JobName, id), timestamp: new Date(run_at).getTime() },
  }
}

const idsOf = (rows: Row[]) => rows.map(({ id }) => id)
