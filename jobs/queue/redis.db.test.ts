import { createServer } from 'node:net'
import { UnrecoverableError } from 'bullmq'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import { platformRef } from '#db/pool.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { freshTenant, readAt, type Tenant } from '#tests/support/database/tenant.ts'
import { queueAt } from '#tests/support/jobs/queues.ts'
import { type RedisServer, redisServer, withoutRedis } from '#tests/support/jobs/redis-server.ts'
import { openQueue, openWorker } from './queue.ts'
import { requeueLost } from './queued-jobs.ts'
import { redisLines } from './redis.ts'
import { relay } from './relay.ts'

/** Redis loses what it holds, or is not there; what concerns both queues is tried in the other files. */
const silent = pino({ level: 'silent' })
const soon = { timeout: 300_000, interval: 20 }
/** Quick for a test, and slow enough that a busy machine takes no job for lost at which somebody is. */
const upkeep = { everyMs: 200, unseenMs: 4_000 }

let tenant: Tenant
let server: RedisServer
const queue = queueAt(() => server)

beforeAll(async () => {
  tenant = await freshTenant()
})
beforeEach(async () => {
  const { pool } = await testDatabase()
  await withPlatform(pool, (trx) => trx.deleteFrom('platform.outbox').execute())
})

const ask = (payment_id: string) => tenant.write((trx) => enqueue(trx, 'receipt.send', { payment_id }))
const askMany = (count: number) =>
  tenant.write(async (trx) => {
    for (let n = 0; n < count; n++) await enqueue(trx, 'receipt.send', { payment_id: newId() })
  })
const outbox = async () =>
  readAt(await testDatabase(), platformRef, (db) => db.selectFrom('platform.outbox').selectAll().execute())

/** The lines of a log, as objects. */
function logged() {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines, said: (words: string) => lines.filter(({ msg }) => String(msg).includes(words)) }
}

function gatewaysTo(url: string, log = silent) {
  const redis = redisLines(url, log)
  onTestFinished(() => redis.hangUp())
  return redis
}

/** Counts those who come to where Redis was, and sends them away. */
async function closedDoor(port: number) {
  let knocks = 0
  const door = createServer((socket) => {
    knocks += 1
    socket.on('error', () => {})
    socket.destroy()
  })
  await new Promise<void>((resolve) => door.listen(port, '127.0.0.1', resolve))
  let closing: Promise<unknown> | undefined
  const close = () => (closing ??= new Promise((resolve) => door.close(resolve)))
  onTestFinished(() => void close())
  return { knocks: () => knocks, close }
}

describe.skipIf(withoutRedis)(`a queue in Redis${withoutRedis ? ` (${withoutRedis})` : ''}`, () => {
  beforeAll(async () => {
    server = await redisServer()
  })
  beforeEach(() => server.start())
  afterAll(() => server?.close())

  describe('that has lost everything', () => {
    test('gets back each job that waited, was to be tried again, or ran; each is done and ends once', async () => {
      const begun = new Map<string, number>()
      const done: string[] = []
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await queue.working(
        {
          'receipt.send': async ({ payment_id }) => {
            const run = (begun.get(payment_id) ?? 0) + 1
            begun.set(payment_id, run)
            const kind = Number.parseInt(payment_id.slice(-1), 16) % 3
            if (kind === 0 && run === 1) throw new Error('again later')
            if (kind === 1) await held
            done.push(payment_id)
          },
        },
        { upkeep, concurrency: 4 },
      )
      const ids = Array.from({ length: 50 }, () => newId())
      for (const id of ids) await ask(id)
      // four run and hold up the rest, and some wait for their next try
      await vi.waitFor(() => expect(begun.size - done.length).toBeGreaterThanOrEqual(4), soon)
      await vi.waitFor(async () => expect((await outbox()).every(({ held_at }) => held_at)).toBe(true), soon)
      await server.say('flushall')
      letGo()
      await vi.waitFor(() => expect(new Set(done)).toEqual(new Set(ids)), soon)
      await vi.waitFor(async () => expect(await outbox()).toEqual([]), soon)
      expect(done).toHaveLength(50)
    })

    test('also by a restart; its schedules are set again, too', async () => {
      const done: string[] = []
      let sweeps = 0
      await queue.working(
        {
          'receipt.send': async ({ payment_id }, { job }) => {
            if (job.attempt === 1 && done.length === 0) throw new Error('again later')
            done.push(payment_id)
          },
          'payment.sweep': async () => {
            sweeps += 1
          },
        },
        { upkeep, schedules: { 'payment.sweep': { every: 500 } } },
      )
      await vi.waitFor(() => expect(sweeps).toBeGreaterThan(1), soon)
      const ids = [newId(), newId(), newId()]
      for (const id of ids) await ask(id)
      await vi.waitFor(
        async () => expect((await outbox()).filter(({ begun }) => begun)).toHaveLength(3),
        soon,
      )
      await server.kill()
      const late = newId()
      await ask(late)
      const before = sweeps
      await server.start()
      await vi.waitFor(() => expect(new Set(done)).toEqual(new Set([...ids, late])), soon)
      await vi.waitFor(() => expect(sweeps).toBeGreaterThan(before + 1), soon)
    })
  })

  test('a job that was done is not done again when the queue comes back with an older memory', async () => {
    const runs: string[] = []
    const name = `test-${newId()}`
    await queue.working(
      { 'receipt.send': async ({ payment_id }) => void runs.push(payment_id) },
      { queueName: name },
    )
    const inside = await queue.open(name)
    const data = (payment_id: string) => ({ entity_id: tenant.place.id, payload: { payment_id } })
    const remembered = await inside.add('receipt.send', data(newId()), { jobId: newId() })
    const other = newId()
    await ask(other)
    await vi.waitFor(() => expect(runs).toEqual([other]), soon)
    await vi.waitFor(async () => expect(await remembered.getState()).toBe('completed'), soon)
    expect(runs).toEqual([other])
  })

  test('what the queue has ended and Postgres did not learn of is cleared, and kept when it was given up', async () => {
    const { pool } = await testDatabase()
    const name = `test-${newId()}`
    const inside = await queue.open(name)
    await askMany(3)
    await relay(pool, inside, silent, true)
    const [, bad, waiting] = (await outbox()).map(({ id }) => id)
    const redis = gatewaysTo(server.url)
    const worker = openWorker(
      { appUrl: '', redis, name, log: silent },
      async ({ id }) => {
        if (id === bad) throw new UnrecoverableError('it cannot be')
        if (id === waiting) throw new Error('again later')
      },
      1,
    )
    onTestFinished(() => worker.close(true))
    await vi.waitFor(async () => {
      const counts = await inside.getJobCounts('completed', 'failed', 'delayed')
      expect(counts).toEqual({ completed: 1, failed: 1, delayed: 1 })
    }, soon)
    expect(await requeueLost(pool, inside, 0)).toBe(0)
    expect(await outbox()).toMatchObject([{ id: waiting, held_at: expect.anything() }])
    const kept = await readAt(await testDatabase(), platformRef, (db) =>
      db.selectFrom('platform.failed_job').select(['id', 'error']).execute(),
    )
    expect(kept).toEqual([{ id: bad, error: 'Error: it cannot be' }])
  })

  describe('that is away', () => {
    test('refuses at once what is put in, and nothing piles up, not even at a worker in the middle of a job', async () => {
      const redis = gatewaysTo(server.url)
      const name = `test-${newId()}`
      const settings = { appUrl: '', redis, name, log: silent }
      const inside = openQueue(settings)
      let running = false
      let end = () => {}
      const ended = new Promise<void>((resolve) => {
        end = resolve
      })
      const worker = openWorker(
        settings,
        async () => {
          running = true
          await ended
        },
        8,
      )
      onTestFinished(() => worker.close(true))
      await vi.waitFor(() => expect(redis.ready()).toBe(true), soon)
      await inside.add('receipt.send', { entity_id: null, payload: {} })
      await vi.waitFor(() => expect(running).toBe(true), soon)
      await server.kill()
      await vi.waitFor(() => expect(redis.ready()).toBe(false), soon)
      const { knocks, close } = await closedDoor(server.port)
      const counts: number[] = []
      for (let n = 0; n < 200; n++) {
        const job = { name: 'receipt.send', data: { entity_id: null, payload: {} }, opts: { jobId: newId() } }
        await expect(inside.addBulk([job])).rejects.toThrow()
        counts.push(redis.pending())
        if (n % 40 === 0) await vi.waitFor(() => expect(knocks()).toBeGreaterThan(n / 10), soon)
      }
      // the worker's own: on each line the greetings of a connection that is tried and what was asked last
      expect(Math.max(...counts)).toBeLessThan(20)
      end()
      await close()
      await server.start()
      await vi.waitFor(() => expect(redis.lostSince()).toBeUndefined(), soon)
    })

    test('is told once, and its return; a worker that starts meanwhile goes to work then', async () => {
      await server.kill()
      const { log, said, lines } = logged()
      const done: string[] = []
      await queue.working(
        { 'receipt.send': async ({ payment_id }) => void done.push(payment_id) },
        { log, upkeep },
      )
      await vi.waitFor(() => expect(said('out of reach')).toHaveLength(1), soon)
      const id = newId()
      await ask(id)
      const { knocks, close } = await closedDoor(server.port)
      await vi.waitFor(() => expect(knocks()).toBeGreaterThan(8), soon)
      await close()
      expect(lines.filter(({ level }) => Number(level) >= 40)).toHaveLength(1)
      expect(await outbox()).toMatchObject([{ held_at: null }])
      await server.start()
      await vi.waitFor(() => expect(done).toEqual([id]), soon)
      expect(said('the queue in Redis answers')).toHaveLength(1)
      await server.kill()
      await vi.waitFor(() => expect(said('out of reach')).toHaveLength(2), soon)
      await server.start()
      await vi.waitFor(() => expect(said('the queue in Redis answers')).toHaveLength(2), soon)
    })
  })

  test('one that refuses the password is told without it', async () => {
    const closed = await redisServer('--requirepass', 'right')
    onTestFinished(() => closed.close())
    const { log, lines, said } = logged()
    const redis = gatewaysTo(closed.url.replace('//', '//:wrong-secret@'), log)
    openQueue({ appUrl: '', redis, name: 'x', log })
    await vi.waitFor(() => expect(said('out of reach')).toMatchObject([{ why: /WRONGPASS|NOAUTH/ }]), soon)
    expect(JSON.stringify(lines)).not.toContain('wrong-secret')
  })

  test('one that may throw jobs away is named, one that may not is not', async () => {
    const careless = await redisServer('--maxmemory-policy', 'allkeys-lru')
    onTestFinished(() => careless.close())
    const { log, said } = logged()
    openQueue({ appUrl: '', redis: gatewaysTo(careless.url, log), name: 'x', log })
    await vi.waitFor(() => expect(said('noeviction')).toMatchObject([{ policy: 'allkeys-lru' }]), soon)
    const careful = logged()
    const redis = gatewaysTo(server.url, careful.log)
    openQueue({ appUrl: '', redis, name: 'x', log: careful.log })
    await vi.waitFor(() => expect(redis.ready()).toBe(true), soon)
    await vi.waitFor(() => expect(redis.pending()).toBe(0), soon)
    expect(careful.lines).toEqual([])
  })
})

test('what a queue in Redis held comes to one in Postgres when that takes its place', async () => {
  const { pool } = await testDatabase()
  await askMany(3)
  await withPlatform(pool, (trx) =>
    trx
      .updateTable('platform.outbox')
      .set({ held_at: new Date(Date.now() - 60_000) })
      .execute(),
  )
  const done: string[] = []
  await queueAt(() => undefined).working(
    { 'receipt.send': async ({ payment_id }) => void done.push(payment_id) },
    { upkeep },
  )
  await vi.waitFor(() => expect(done).toHaveLength(3), soon)
  expect(await outbox()).toEqual([])
})
