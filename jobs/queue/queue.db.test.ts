import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { environment } from '#app/environment.ts'
import { createMailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { tcpProxy } from '#tests/support/database/tcp-proxy.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { eachQueue } from '#tests/support/jobs/queues.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { stopwatch } from '#tests/support/run/stopwatch.ts'

let alpha: Tenant
let beta: Tenant

beforeAll(async () => {
  alpha = await freshTenant()
  beta = await freshTenant()
})

const receipt = (tenant: Tenant, payment_id = newId()) =>
  tenant.write((trx) => enqueue(trx, 'receipt.send', { payment_id }))
const until = (check: () => void | Promise<void>, timeout = 90_000) =>
  vi.waitFor(check, { timeout, interval: 10 })

/** Asked for while the queue is away. */
const many = soaking ? 500 : 100

eachQueue((queue) => {
  test('while the queue is unreachable, the outbox keeps all jobs, and they are done once it is back', async () => {
    const { appUrl, pool } = await testDatabase()
    const url = new URL(queue.redisUrl ?? appUrl)
    const proxy = await tcpProxy(Number(url.port))
    onTestFinished(() => proxy.close())
    url.port = String(proxy.port)
    const done: string[] = []
    const queueName = `test-${newId()}`
    const inside = await queue.open(queueName)
    await queue.working(
      {
        'receipt.send': async ({ payment_id }) => {
          done.push(payment_id)
        },
      },
      {
        queueName,
        ...(queue.redisUrl ? { settings: { ...environment, redisUrl: url.href } } : { queueUrl: url.href }),
      },
    )
    await receipt(alpha)
    // One that is cut off before the queue knows of its end is done again, and rightly so.
    await until(async () => expect(await inside.getCompletedCount()).toBe(1))
    expect(done).toHaveLength(1)

    proxy.cut()
    const ids = Array.from({ length: many }, () => newId())
    for (let index = 0; index < many; index += 10) {
      await Promise.all(
        ids.slice(index, index + 10).map((payment_id) => receipt(index % 20 ? alpha : beta, payment_id)),
      )
    }
    const held = () =>
      withPlatform(pool, (trx) =>
        trx
          .selectFrom('platform.outbox')
          .select((rows) => rows.fn.countAll<number>().as('rows'))
          .executeTakeFirstOrThrow(),
      )
    expect((await held()).rows).toBe(many)
    expect(done).toHaveLength(1)

    proxy.mend()
    const back = stopwatch()
    await until(() => expect(new Set(done).size).toBe(many + 1), 60_000)
    back.within(30_000)
    expect(done).toHaveLength(many + 1)
    // In Redis a job is done a moment before its row says so.
    await until(async () => expect((await held()).rows).toBe(0))

    for (let index = 0; index < 20; index += 1) {
      const payment_id = newId()
      const asked = stopwatch()
      await receipt(alpha, payment_id)
      await vi.waitFor(() => expect(done).toContain(payment_id), { timeout: 300_000, interval: 2 })
      asked.within(1_000)
    }
  })

  test('a worker that starts before its queue waits for it, and retries', async () => {
    const { appUrl } = await testDatabase()
    const url = new URL(queue.redisUrl ?? appUrl)
    const proxy = await tcpProxy(Number(url.port))
    onTestFinished(() => proxy.close())
    url.port = String(proxy.port)
    proxy.cut()
    const done: string[] = []
    const queueName = `test-${newId()}`
    await queue.working(
      {
        'receipt.send': async ({ payment_id }) => {
          done.push(payment_id)
        },
      },
      {
        queueName,
        ...(queue.redisUrl ? { settings: { ...environment, redisUrl: url.href } } : { queueUrl: url.href }),
      },
    )
    await until(() => expect(proxy.refused()).toBeGreaterThan(1))
    const payment_id = newId()
    await receipt(alpha, payment_id)
    proxy.mend()
    await until(() => expect(done).toEqual([payment_id]))
  })

  test("one organisation's hanging mail server does not hold up the mail of others", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mail-'))
    const good = await createMailSandbox({ folder: join(folder, 'good') })
    const hanging = await createMailSandbox({ folder: join(folder, 'hanging') })
    hanging.force('hang')
    onTestFinished(async () => {
      await Promise.all([good.close(), hanging.close()])
      await rm(folder, { recursive: true })
    })
    const arrived = new Set<string>()
    let hung = 0
    await queue.working(
      {
        'invoice.send': async ({ invoice_id }, { entity, mailer, job }) => {
          const port = entity.id === alpha.place.id ? hanging.smtpPort : good.smtpPort
          if (port === hanging.smtpPort) hung += 1
          const server = { host: '127.0.0.1', port, tls: 'never', trusted: true } as const
          const to = { address: `${invoice_id}@example.test` }
          await mailer.send(
            { server, from: { address: 'a@lunas.test' } },
            { id: job.id, to, subject: 'Invois', text: 'x' },
          )
          arrived.add(invoice_id)
        },
      },
      // longer than the test: whoever waited for that server would never come to an end
      { mail: { stepMs: 120_000, restMs: 120_000 } },
    )
    await alpha.write(async (trx) => {
      for (let index = 0; index < 50; index += 1) await enqueue(trx, 'invoice.send', { invoice_id: newId() })
    })
    await until(() => expect(hung).toBeGreaterThan(0))
    for (let index = 0; index < 10; index += 1) {
      const invoice_id = newId()
      const asked = stopwatch()
      await beta.write((trx) => enqueue(trx, 'invoice.send', { invoice_id }))
      await until(() => expect(arrived.has(invoice_id)).toBe(true))
      asked.within(1_000)
    }
    expect(arrived.size).toBe(10)
  })

  test('of a scheduled job one waits or runs at a time, and schedules of an earlier version are removed', async () => {
    const queueName = `test-${newId()}`
    const inside = await queue.open(queueName)
    await inside.upsertJobScheduler('outbox.clean', { every: 3_600_000 }, { name: 'outbox.clean' })
    const { promise, resolve: letGo } = Promise.withResolvers<void>()
    let runs = 0
    await queue.working(
      {
        'payment.sweep': async () => {
          runs += 1
          await promise
        },
      },
      { queueName, upkeep: { everyMs: 20 }, schedules: { 'payment.sweep': { every: 100 } } },
    )
    await until(() => expect(runs).toBe(1))
    await until(async () => expect(await inside.getJobSchedulers()).toEqual([]))
    const { pool } = await testDatabase()
    const planned = async () =>
      (
        await withPlatform(pool, (trx) =>
          trx.selectFrom('platform.schedule').select('planned_at').executeTakeFirstOrThrow(),
        )
      ).planned_at.getTime()
    const before = await planned()
    if (!queue.forgetful) await until(async () => expect(await planned()).toBeGreaterThan(before + 300))
    expect(await inside.getJobCountByTypes('active', 'waiting', 'prioritized')).toBe(1)
    expect(runs).toBe(1)
    letGo()
    await until(() => expect(runs).toBeGreaterThan(2))
  })

  test('a scheduled job runs in the platform’s schema', async () => {
    const { pool } = await testDatabase()
    await withPlatform(pool, (trx) => trx.deleteFrom('platform.schedule').execute())
    const seen: string[] = []
    await queue.working(
      {
        'payment.sweep': async (_payload, { withTenant }) => {
          const rows = await withTenant((trx) => trx.selectFrom('platform.entity').select('id').execute())
          seen.push(...rows.map(({ id }) => id))
        },
      },
      { schedules: { 'payment.sweep': { every: 60_000 } } },
    )
    await until(() => expect(seen.sort()).toEqual([alpha.place.id, beta.place.id].sort()))
  })
})
