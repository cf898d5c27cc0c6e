import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { inPlatform } from '#db/in-place.ts'
import { isJobName } from '#jobs/catalogue.ts'
import { outboxChannel } from '#jobs/enqueue.ts'
import { listen } from './listen.ts'
import { type JobQueue, jobOptions } from './queue.ts'

export interface RelayOptions {
  pool: pg.Pool
  listenUrl: string
  queue: Pick<JobQueue, 'addBulk'>
  log: Logger
  /** Milliseconds after which the outbox is looked at although nobody said so. */
  pollMs?: number
}

export interface Relay {
  stop(): Promise<void>
}

const batch = 100

export function startRelay({ pool, listenUrl, queue, log, pollMs = 2_000 }: RelayOptions): Relay {
  const stopping = new AbortController()
  let bell = new AbortController()
  const heard = () => bell.abort()

  async function work() {
    while (!stopping.signal.aborted) {
      bell = new AbortController()
      const moved = await relay(pool, queue, log).catch((error) => {
        log.warn({ err: error }, 'the outbox waits: its rows could not be handed over')
        return 0
      })
      if (moved === batch) continue
      const woken = AbortSignal.any([bell.signal, stopping.signal])
      await sleep(pollMs, undefined, { signal: woken }).catch(() => {})
    }
  }

  const working = work()
  const listening = listen({ url: listenUrl, channel: outboxChannel, log, signal: stopping.signal }, heard)
  return {
    async stop() {
      stopping.abort()
      await Promise.all([working, listening])
    },
  }
}

/**
 * Up to a hundred rows that are due, oldest first; says how many. They are deleted in the transaction in which the
 * queue takes them, under the same ids: after a crash in between they come again, and the queue knows them. Several
 * relays may run at once; none waits for another.
 */
export function relay(pool: pg.Pool, queue: Pick<JobQueue, 'addBulk'>, log: Logger): Promise<number> {
  return inPlatform(pool, async (trx) => {
    const rows = await trx
      .deleteFrom('platform.outbox')
      .where('id', 'in', (due) =>
        due
          .selectFrom('platform.outbox')
          .select('id')
          .where('run_at', '<=', sql<Date>`now()`)
          .orderBy('run_at')
          .orderBy('id')
          .limit(batch)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'entity_id', 'name', 'payload', 'run_at'])
      .execute()
    rows.sort((a, b) => dueAt(a) - dueAt(b) || (a.id < b.id ? -1 : 1))
    const jobs = rows.flatMap((row) => {
      const { id, entity_id, name, payload } = row
      if (!isJobName(name)) {
        log.error({ job_id: id, job: name }, 'the outbox asked for a job that nobody knows')
        return []
      }
      const opts = { ...jobOptions(name, id), timestamp: dueAt(row) }
      return [{ name, data: { entity_id, payload }, opts }]
    })
    if (jobs.length > 0) await queue.addBulk(jobs)
    return rows.length
  })
}

function dueAt({ run_at }: { run_at: Date | string }): number {
  return new Date(run_at).getTime()
}
