import pino from 'pino'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { enqueue, outboxChannel } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import { platformRef } from '#db/pool.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { asAdmin, endBackend } from '#tests/support/database/template.ts'
import { freshTenant, readAt, type Tenant } from '#tests/support/database/tenant.ts'
import { eachQueue } from '#tests/support/jobs/queues.ts'
import { stopwatch } from '#tests/support/run/stopwatch.ts'
import type { JobQueue } from './queue.ts'
import { relay, startRelay } from './relay.ts'

const log = pino({ level: 'silent' })
let alpha: Tenant
let beta: Tenant

beforeAll(async () => {
  alpha = await freshTenant()
  beta = await freshTenant()
})
beforeEach(async () => {
  const { pool } = await testDatabase()
  await withPlatform(pool, (trx) => trx.deleteFrom('platform.outbox').execute())
})

async function outbox() {
  const database = await testDatabase()
  return readAt(database, platformRef, (db) =>
    db.selectFrom('platform.outbox').selectAll().orderBy('id').execute(),
  )
}

/** Those that no queue holds. */
const waiting = async () => (await outbox()).filter(({ held_at }) => held_at === null)

/** A queue that only remembers. */
function listOfJobs() {
  const taken: { name: string; opts?: { jobId?: string } }[] = []
  const queue = {
    addBulk: async (jobs: typeof taken) => {
      taken.push(...jobs)
      return []
    },
  } as unknown as JobQueue
  return { queue, taken }
}

describe('enqueueing a job', () => {
  test('is committed with the change, with the organisation that the database fills in', async () => {
    const payment_id = newId()
    await alpha.write((trx) => enqueue(trx, 'receipt.send', { payment_id }))
    expect(await outbox()).toMatchObject([
      { name: 'receipt.send', entity_id: alpha.place.id, payload: { payment_id } },
    ])
  })

  test('vanishes with the change that is rolled back', async () => {
    const failing = alpha.write(async (trx) => {
      await enqueue(trx, 'receipt.send', { payment_id: newId() })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await outbox()).toEqual([])
  })

  test('refuses a payload that does not fit', async () => {
    const wrong = alpha.write((trx) => enqueue(trx, 'receipt.send', { payment_id: 'not an id' }))
    await expect(wrong).rejects.toThrow('Invalid UUID')
  })

  test('a tenant can enqueue only for itself', async () => {
    const forged = alpha.write((trx) =>
      trx
        .insertInto('platform.outbox')
        .values({ id: newId(), name: 'receipt.send', payload: '{}', entity_id: beta.place.id })
        .execute(),
    )
    await expect(forged).rejects.toThrow('row-level security')
  })
})

describe('the relay', () => {
  test('moves what is due, oldest first, and leaves what is for later', async () => {
    const { pool } = await testDatabase()
    const { queue, taken } = listOfJobs()
    const ids = [newId(), newId(), newId()]
    await alpha.write((trx) => enqueue(trx, 'receipt.send', { payment_id: ids[0]! }))
    await alpha.write((trx) =>
      enqueue(trx, 'receipt.send', { payment_id: ids[1]! }, new Date(Date.now() + 3_600_000)),
    )
    await alpha.write((trx) =>
      enqueue(trx, 'invoice.send', { invoice_id: ids[2]! }, new Date(Date.now() - 3_600_000)),
    )
    expect(await relay(pool, queue, log)).toBe(2)
    expect(taken.map(({ name }) => name)).toEqual(['invoice.send', 'receipt.send'])
    expect(await outbox()).toMatchObject([{ payload: { payment_id: ids[1] } }])
  })

  test('is notified of due jobs, and not of later ones', async () => {
    const heard: string[] = []
    const { ownerUrl } = await testDatabase()
    await asAdmin(ownerUrl, async (listener) => {
      listener.on('notification', ({ channel }) => heard.push(channel))
      await listener.query(`listen ${outboxChannel}`)
      const ask = (at?: Date) =>
        alpha.write((trx) => enqueue(trx, 'receipt.send', { payment_id: newId() }, at))
      await ask(new Date(Date.now() + 3_600_000))
      // What was said before is delivered before the answer.
      await listener.query('select 1')
      expect(heard).toEqual([])
      for (const at of [undefined, new Date(Date.now() - 1_000)]) await ask(at)
      await listener.query('select 1')
      expect(heard).toEqual(['outbox', 'outbox'])
    })
  })

  test('moves each row exactly once when several run at once', async () => {
    const { pool } = await testDatabase()
    const { queue, taken } = listOfJobs()
    await alpha.write(async (trx) => {
      for (let index = 0; index < 350; index += 1) await enqueue(trx, 'receipt.send', { payment_id: newId() })
    })
    const moved = await Promise.all(Array.from({ length: 6 }, () => relay(pool, queue, log)))
    expect(moved.reduce((sum, count) => sum + count)).toBe(350)
    expect(new Set(taken.map(({ opts }) => opts?.jobId)).size).toBe(350)
  })

  test('does not wait for rows that another relay has locked', async () => {
    const { pool } = await testDatabase()
    await alpha.write((trx) => enqueue(trx, 'receipt.send', { payment_id: newId() }))
    const [first] = await outbox()
    await alpha.write((trx) => enqueue(trx, 'receipt.send', { payment_id: newId() }))
    const { queue, taken } = listOfJobs()
    await withPlatform(pool, async (trx) => {
      await trx.selectFrom('platform.outbox').select('id').where('id', '=', first!.id).forUpdate().execute()
      expect(await relay(pool, queue, log)).toBe(1)
    })
    expect(taken).toHaveLength(1)
    expect((await outbox()).map(({ id }) => id)).toEqual([first!.id])
  })

  test('removes an unknown job', async () => {
    const { pool } = await testDatabase()
    const { queue, taken } = listOfJobs()
    await withPlatform(pool, (trx) =>
      trx
        .insertInto('platform.outbox')
        .values({ id: newId(), name: 'from.the.future', payload: '{}' })
        .execute(),
    )
    expect(await relay(pool, queue, log)).toBe(1)
    expect(taken).toEqual([])
    expect(await outbox()).toEqual([])
  })
})

eachQueue((at) => {
  test('hands the same jobs over again after a crash before the commit, and the queue takes them once', async () => {
    const { pool } = await testDatabase()
    const queue = await at.open()
    for (const _ of Array.from({ length: 5 })) {
      await alpha.write((trx) => enqueue(trx, 'receipt.send', { payment_id: newId() }))
    }
    const crashing: Pick<JobQueue, 'addBulk'> = {
      addBulk: async (jobs) => {
        await queue.addBulk(jobs)
        throw new Error('killed here')
      },
    }
    await expect(relay(pool, crashing, log, at.forgetful)).rejects.toThrow('killed here')
    expect(await waiting()).toHaveLength(5)
    expect(await queue.getWaitingCount()).toBe(5)
    expect(await relay(pool, queue, log, at.forgetful)).toBe(5)
    expect(await waiting()).toEqual([])
    expect(await queue.getWaitingCount()).toBe(5)
  })
})

describe('the running relay', () => {
  async function running(queue: Pick<JobQueue, 'addBulk'>) {
    const { pool, appUrl, ownerUrl } = await testDatabase()
    const { pathname } = new URL(appUrl)
    const started = startRelay({ pool, listenUrl: appUrl, queue, log, pollMs: 3_600_000 })
    onTestFinished(() => started.stop())
    const find = "select pid from pg_stat_activity where datname = $1 and query ilike 'listen%'"
    const listener = async (not?: number) => {
      const { rows } = await asAdmin(ownerUrl, (admin) =>
        admin.query<{ pid: number }>(find, [pathname.slice(1)]),
      )
      expect(rows).toHaveLength(1)
      expect(rows[0]!.pid).not.toBe(not)
      return rows[0]!.pid
    }
    return { listener: (not?: number) => vi.waitFor(() => listener(not), { timeout: 300_000 }) }
  }

  test('is woken by the commit, before its poll', async () => {
    const { queue, taken } = listOfJobs()
    const { listener } = await running(queue)
    await listener()
    for (const round of [1, 2, 3]) {
      const watch = stopwatch()
      await alpha.write((trx) => enqueue(trx, 'receipt.send', { payment_id: newId() }))
      await vi.waitFor(() => expect(taken).toHaveLength(round), { timeout: 300_000, interval: 2 })
      watch.within(1_000)
    }
  })

  test('listens again after its connection was cut, and takes what came in between', async () => {
    const { queue, taken } = listOfJobs()
    const { listener } = await running(queue)
    const pid = await listener()
    const { ownerUrl } = await testDatabase()
    await endBackend(ownerUrl, pid)
    await alpha.write((trx) => enqueue(trx, 'receipt.send', { payment_id: newId() }))
    await listener(pid)
    await vi.waitFor(() => expect(taken).toHaveLength(1), { timeout: 300_000 })
    await alpha.write((trx) => enqueue(trx, 'receipt.send', { payment_id: newId() }))
    await vi.waitFor(() => expect(taken).toHaveLength(2), { timeout: 300_000 })
  })
})
