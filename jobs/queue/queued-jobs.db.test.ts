import type { Job } from 'bullmq'
import { sql } from 'kysely'
import pino from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import { platformRef } from '#db/pool.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { Handlers } from '#jobs/handler.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { freshTenant, readAt, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import type { JobData, JobQueue } from './queue.ts'
import { markSeen, requeueLost } from './queued-jobs.ts'
import { relay } from './relay.ts'
import { makeProcess } from './run-job.ts'

/** The outbox rows of jobs in a volatile queue, on any machine; redis.db.test.ts has the same with a real Redis. */
const silent = pino({ level: 'silent' })
const unseenMs = 15_000
let tenant: Tenant

beforeAll(async () => {
  tenant = await freshTenant()
})
beforeEach(async () => {
  await withPlatform(tenant.database.pool, async (trx) => {
    await trx.deleteFrom('platform.outbox').execute()
    await trx.deleteFrom('platform.failed_job').execute()
  })
})

/** Ids of jobs that a queue has taken, which nobody has seen for a minute. */
async function held(count: number): Promise<string[]> {
  const { pool } = tenant.database
  await tenant.write(async (trx) => {
    for (let n = 0; n < count; n++) await enqueue(trx, 'receipt.send', { payment_id: newId() })
  })
  await relay(pool, { addBulk: async () => [] }, silent, true)
  const rows = await withPlatform(pool, (trx) =>
    trx
      .updateTable('platform.outbox')
      .set({ held_at: sql<Date>`now() - interval '1 minute'` })
      .returning('id')
      .execute(),
  )
  return rows.map(({ id }) => id)
}

type Known = Partial<Record<string, { finishedOn?: number; failedReason?: string; attemptsMade?: number }>>
const queueThatKnows = (jobs: Known) =>
  ({ getJob: async (id: string) => jobs[id] }) as unknown as Pick<JobQueue, 'getJob'>

/** What Postgres knows: by id whether the queue is believed to have it and was seen to have it just now. */
async function books() {
  const database = await testDatabase()
  const rows = await readAt(database, platformRef, (db) =>
    db
      .selectFrom('platform.outbox')
      .select(['id', sql<boolean | null>`held_at > now() - interval '30 seconds'`.as('seen')])
      .execute(),
  )
  return Object.fromEntries(rows.map(({ id, seen }) => [id, seen]))
}

const failed = async () =>
  readAt(await testDatabase(), platformRef, (db) =>
    db.selectFrom('platform.failed_job').select(['id', 'error']).execute(),
  )

test('lost jobs are requeued, waiting and running ones stay, finished ones are removed', async () => {
  const { pool } = tenant.database
  const [lost, running, done, bad] = (await held(4)) as [string, string, string, string]
  const queue = queueThatKnows({
    [running]: {},
    [done]: { finishedOn: 1 },
    [bad]: { finishedOn: 1, failedReason: 'it cannot be', attemptsMade: 3 },
  })
  expect(await requeueLost(pool, queue, unseenMs)).toBe(1)
  expect(await books()).toEqual({ [lost]: null, [running]: true })
  expect(await failed()).toEqual([{ id: bad, error: 'Error: it cannot be' }])
  expect(await requeueLost(pool, queue, unseenMs)).toBe(0)
})

test('a job that a worker marks as running is not requeued, though the queue has lost it', async () => {
  const { pool } = tenant.database
  const [mine, other] = (await held(2)) as [string, string]
  await markSeen(pool, [mine])
  expect(await requeueLost(pool, queueThatKnows({}), unseenMs)).toBe(1)
  expect(await books()).toEqual({ [mine]: true, [other]: null })
})

test('a job that is marked as running after it was requeued is not removed from the outbox', async () => {
  const { pool } = tenant.database
  const [id] = (await held(1)) as [string]
  await requeueLost(pool, queueThatKnows({}), unseenMs)
  await markSeen(pool, [id])
  expect(await books()).toEqual({ [id]: null })
})

/** A worker's run of a job from a volatile queue. */
function run(id: string, handlers: Partial<Handlers>, attempts = 1) {
  const { pool } = tenant.database
  const { pdf, mailer } = jobTools(tenant, 'receipt.send')
  const process = makeProcess({
    ...{ pool, reportPool: pool, handlers, pdf, mailer, environment, volatileQueue: true, log: silent },
  })
  const job = {
    id,
    name: 'receipt.send',
    data: { entity_id: tenant.place.id, payload: { payment_id: newId() } },
    attemptsMade: 0,
    opts: { attempts },
    timestamp: Date.now(),
    stalledCounter: 0,
  }
  return process(job as unknown as Job<JobData, void, string>, 'token', new AbortController().signal)
}

test('the row of a job is removed when the job is done, and a second run of it does nothing', async () => {
  const [id, other] = (await held(2)) as [string, string]
  let runs = 0
  const handlers: Partial<Handlers> = {
    'receipt.send': async () => {
      runs += 1
      expect((await books())[id]).toBe(true)
    },
  }
  await run(id, handlers)
  expect(await books()).toEqual({ [other]: false })
  await run(id, handlers)
  expect(runs).toBe(1)
})

test('the row of a failed job stays while it may be retried, and is removed when it is given up', async () => {
  const [id] = (await held(1)) as [string]
  const handlers: Partial<Handlers> = {
    'receipt.send': async () => {
      throw new Error('not today')
    },
  }
  await expect(run(id, handlers, 2)).rejects.toThrow('not today')
  expect(await books()).toEqual({ [id]: true })
  expect(await failed()).toEqual([])
  await expect(run(id, handlers)).rejects.toThrow('not today')
  expect(await books()).toEqual({})
  expect(await failed()).toEqual([{ id, error: 'Error: not today' }])
})
