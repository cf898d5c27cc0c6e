import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { enqueue } from '#app/outbox/enqueue.ts'
import { freePort } from '#db/embedded/launch.ts'
import { newId } from '#db/id.ts'
import { createPool } from '#db/pool.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { tcpProxy } from '#tests/support/database/tcp-proxy.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { redisServer, withoutRedis } from '#tests/support/jobs/redis-server.ts'
import { said, startWorkerProcess, taking } from '#tests/support/jobs/worker-process.ts'
import { startProbes } from './probes.ts'
import { openQueue } from './queue/queue.ts'
import { redisLines } from './queue/redis.ts'

const log = pino({ level: 'silent' })
const soon = { timeout: 300_000, interval: 20 }

async function askAt(port: number, path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return `${answer.status} ${await answer.text()}`
}

async function probed(options: Pick<Parameters<typeof startProbes>[0], 'pool' | 'redis' | 'secondsOff'>) {
  const probes = startProbes({ host: '127.0.0.1', port: 0, log, ...options })
  onTestFinished(() => probes.close())
  await vi.waitFor(() => expect(probes.port()).toBeDefined(), soon)
  return { ask: (path: string) => askAt(probes.port()!, path), probes }
}

test('a worker is ready while its database answers and it is not told to stop', async () => {
  const { appUrl } = await testDatabase()
  const url = new URL(appUrl)
  const proxy = await tcpProxy(Number(url.port))
  onTestFinished(() => proxy.close())
  url.port = String(proxy.port)
  const pool = createPool(url.href, { max: 1, waitMs: 1_000, onError: () => {} })
  onTestFinished(() => pool.end())
  const { ask, probes } = await probed({ pool, redis: undefined })
  expect([await ask('/healthz'), await ask('/readyz'), await ask('/')]).toEqual([
    '200 ok',
    '200 ok',
    '404 not found',
  ])
  proxy.cut()
  expect([await ask('/healthz'), await ask('/readyz')]).toEqual(['200 ok', '503 database offline'])
  proxy.mend()
  await vi.waitFor(async () => expect(await ask('/readyz')).toBe('200 ok'), soon)
  probes.stopping()
  expect([await ask('/healthz'), await ask('/readyz')]).toEqual(['200 ok', '503 stopping'])
})

test('nor while a schedule does not run, or the clock of its machine is wrong', async () => {
  const { pool } = await testDatabase()
  let seconds = 0
  const { ask } = await probed({ pool, redis: undefined, secondsOff: () => seconds })
  const put = (ran_at: Date) =>
    withPlatform(pool, async (trx) => {
      await trx.deleteFrom('platform.schedule').execute()
      await trx
        .insertInto('platform.schedule')
        .values({ name: 'payment.sweep', every_seconds: 60, ran_at })
        .execute()
    })
  const hour = new Date(Date.now() - 3_600_000)
  await withPlatform(pool, (trx) =>
    trx.insertInto('platform.worker').values({ id: newId(), started_at: hour }).execute(),
  )
  await put(hour)
  expect([await ask('/healthz'), await ask('/readyz')]).toEqual([
    '200 ok',
    '503 schedules late: payment.sweep',
  ])
  await put(new Date())
  expect(await ask('/readyz')).toBe('200 ok')
  seconds = 86_400
  expect(await ask('/readyz')).toBe('503 clock ahead of the database by 86400 s')
  seconds = -90
  expect(await ask('/readyz')).toBe('503 clock behind the database by 90 s')
  await withPlatform(pool, (trx) => trx.deleteFrom('platform.worker').execute())
})

test.skipIf(withoutRedis)(`nor while its Redis is away (${withoutRedis ?? 'tried'})`, async () => {
  const server = await redisServer()
  onTestFinished(() => server.close())
  const redis = redisLines(server.url, log)
  onTestFinished(() => redis.hangUp())
  openQueue({ appUrl: '', redis, name: 'x', log })
  const { pool } = await testDatabase()
  const { ask } = await probed({ pool, redis })
  const says = (words: string) => vi.waitFor(async () => expect(await ask('/readyz')).toBe(words), soon)
  await says('200 ok')
  await server.kill()
  await says('503 queue offline')
  expect(await ask('/healthz')).toBe('200 ok')
  await server.start()
  await says('200 ok')
})

test('a worker’s process answers at WORKER_PORT until it has ended, and one whose port is taken works on', async () => {
  const tenant = await freshTenant()
  const dataDir = await mkdtemp(join(tmpdir(), 'probes-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const port = await freePort()
  const start = () => startWorkerProcess({ dataDir, smtpPort: 1, env: { WORKER_PORT: String(port) } })
  const says = (words: string) =>
    vi.waitFor(async () => expect(await askAt(port, '/readyz')).toBe(words), soon)

  const worker = await start()
  await says('200 ok')
  expect(await askAt(port, '/healthz')).toBe('200 ok')
  await tenant.write((trx) => enqueue(trx, 'invoice.send', { invoice_id: taking(60_000) }))
  await vi.waitFor(() => expect(said(worker, 'begun')).toHaveLength(1), soon)

  const second = await start()
  await vi.waitFor(() => expect(said(second, 'nobody can ask how this worker is')).toHaveLength(1), soon)
  worker.child.kill('SIGTERM')
  await says('503 stopping')
  expect(await worker.ended).toBe(0)
  await expect(askAt(port, '/readyz')).rejects.toThrow('fetch failed')
  await vi.waitFor(() => expect(said(second, 'begun')).toHaveLength(1), soon)
})
