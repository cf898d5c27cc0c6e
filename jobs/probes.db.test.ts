import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPool } from '#db/pool.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { tcpProxy } from '#tests/support/database/tcp-proxy.ts'
import { redisServer, withoutRedis } from '#tests/support/jobs/redis-server.ts'
import { startProbes } from './probes.ts'
import { openQueue } from './queue/queue.ts'
import { redisLines } from './queue/redis.ts'

const log = pino({ level: 'silent' })
const soon = { timeout: 30_000, interval: 20 }

async function probed(options: Pick<Parameters<typeof startProbes>[0], 'pool' | 'redis'>) {
  const probes = startProbes({ host: '127.0.0.1', port: 0, log, ...options })
  onTestFinished(() => probes.close())
  await vi.waitFor(() => expect(probes.port()).toBeDefined(), soon)
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${probes.port()}${path}`)
    return `${answer.status} ${await answer.text()}`
  }
  return { ask, probes }
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
