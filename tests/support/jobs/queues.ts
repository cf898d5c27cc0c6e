import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { Handlers } from '#jobs/handler.ts'
import { type JobQueue, openQueue } from '#jobs/queue/queue.ts'
import { redisLines } from '#jobs/queue/redis.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { type RedisServer, redisServer, withoutRedis } from './redis-server.ts'
import { startInProcess } from './worker-in-process.ts'

const log = pino({ level: 'silent' })

/** Where jobs wait in a test. */
export interface TestQueue {
  /** Whether it may lose its jobs. */
  forgetful: boolean
  /** What a worker is told; undefined when jobs wait in Postgres. */
  redisUrl: string | undefined
  /** To be asked and filled by the test, with which it closes. */
  open(name?: string): Promise<JobQueue>
  /** A worker for it, see there. */
  working(handlers: Partial<Handlers>, options?: Parameters<typeof startInProcess>[1]): Promise<void>
}

type TenantRef = 'Postgres' | 'Redis'

/** Where a story that takes processes or long waits is told in `npm test`, if there is Redis; a soak tells it in both. */
type TellIn = (place: TenantRef) => typeof test | typeof test.skip

const toldIn =
  (here: TenantRef): TellIn =>
  (place) =>
    soaking || withoutRedis || place === here ? test : test.skip

/**
 * The same tests for a queue in Postgres and for one in Redis, where the machine has one; the tables that both would
 * fill begin empty.
 */
export function eachQueue(tests: (queue: TestQueue, tellIn: TellIn) => void): void {
  describe('with jobs in Postgres', () => {
    tests(
      queueAt(() => undefined),
      toldIn('Postgres'),
    )
  })
  describe.skipIf(withoutRedis)(`with jobs in Redis${withoutRedis ? ` (${withoutRedis})` : ''}`, () => {
    let server: RedisServer | undefined
    beforeAll(async () => {
      const { pool } = await testDatabase()
      await withPlatform(pool, async (trx) => {
        await trx.deleteFrom('platform.outbox').execute()
        await trx.deleteFrom('platform.failed_job').execute()
      })
      server = await redisServer()
    })
    afterAll(() => server?.close())
    tests(
      queueAt(() => server),
      toldIn('Redis'),
    )
  })
}

/** In that Redis, or in Postgres; the server is asked for when it is needed. */
export function queueAt(server: () => Pick<RedisServer, 'url'> | undefined): TestQueue {
  return {
    get forgetful() {
      return server() !== undefined
    },
    get redisUrl() {
      return server()?.url
    },
    async open(name = `test-${newId()}`) {
      const { appUrl } = await testDatabase()
      const url = server()?.url
      const redis = url ? redisLines(url, log) : undefined
      const queue = openQueue({ appUrl, redis, name, log })
      if (redis) await vi.waitFor(() => expect(redis.ready()).toBe(true), { timeout: 15_000 })
      onTestFinished(async () => {
        await queue.close()
        redis?.hangUp()
      })
      return queue
    },
    working: (handlers, { settings = environment, ...options } = {}) =>
      startInProcess(handlers, {
        settings: { ...settings, redisUrl: settings.redisUrl ?? server()?.url },
        ...options,
      }),
  }
}
