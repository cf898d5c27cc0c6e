import { sql } from 'kysely'
import pino from 'pino'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { lateSchedules } from '#app/domain/platform/overview/late-schedules.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import { asOwner } from '#db/owner.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { eachQueue } from '#tests/support/jobs/queues.ts'
import { openWorker } from './queue.ts'
import { redisLines } from './redis.ts'
import { startUpkeep } from './upkeep.ts'

/** A clock that was ahead for a moment leaves instants behind that nobody reaches for a year. */
const year = 365 * 86_400_000
const soon = { timeout: 60_000, interval: 20 }
const silent = pino({ level: 'silent' })
const upkeep = { everyMs: 50 }

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})
beforeEach(async () => {
  const { pool } = await testDatabase()
  await withPlatform(pool, async (trx) => {
    await trx.deleteFrom('platform.outbox').execute()
    await trx.deleteFrom('platform.worker').execute()
    await trx.deleteFrom('platform.schedule').execute()
  })
})

eachQueue((queue) => {
  test('a schedule that a clock of the database has planned for next year runs', async () => {
    let runs = 0
    const schedules = { 'payment.sweep': { every: 3_600_000 } }
    await queue.working(
      {
        'payment.sweep': async () => {
          runs += 1
        },
      },
      { upkeep, schedules },
    )
    await vi.waitFor(() => expect(runs).toBe(1), soon)
    const { pool } = await testDatabase()
    const plannedAt = (at: ReturnType<typeof sql<Date>>) =>
      withPlatform(pool, (trx) => trx.updateTable('platform.schedule').set({ planned_at: at }).execute())
    await plannedAt(sql<Date>`now() + interval '1 year'`)
    const planned = () =>
      withPlatform(pool, (trx) =>
        trx.selectFrom('platform.schedule').select('planned_at').executeTakeFirstOrThrow(),
      )
    await vi.waitFor(
      async () => expect((await planned()).planned_at.getTime()).toBeLessThan(Date.now() + 3_600_000),
      soon,
    )
    await plannedAt(sql<Date>`now() - interval '2 hours'`)
    await vi.waitFor(() => expect(runs).toBe(2), soon)
  })

  test.each([
    ['five minutes ahead', 300_000],
    ['a year ahead', year],
    ['an hour behind', -3_600_000],
  ])(
    'a worker whose clock is %s runs a sweep once in its interval, and a daily job on its day',
    async (_, off) => {
      const far = new Date(Date.now() + (12 + 8) * 3_600_000)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off })
      onTestFinished(() => void vi.useRealTimers())
      const runs = { sweep: 0, daily: 0 }
      const real = performance.timeOrigin + performance.now()
      let said = 0
      let looks = 0
      await queue.working(
        {
          'payment.sweep': async () => {
            runs.sweep += 1
          },
          'day.turn_all': async () => {
            runs.daily += 1
          },
          'audit.sweep': async (_payload, { now }) => {
            said = (await now()).getTime()
            looks += 1
          },
        },
        {
          upkeep,
          schedules: {
            'payment.sweep': { every: 60_000 },
            'day.turn_all': { pattern: `0 ${far.getUTCMinutes()} ${far.getUTCHours()} * * *` },
            'audit.sweep': { every: 100 },
          },
        },
      )
      await vi.waitFor(() => expect(looks).toBeGreaterThan(5), soon)
      expect(runs).toEqual({ sweep: 1, daily: 0 })
      expect(Math.abs(said - real), 'what a job takes for now').toBeLessThan(120_000)
    },
  )

  test('a further try that was put off for a year is made; one of an hour waits its hour', async () => {
    const queueName = `test-${newId()}`
    const inside = await queue.open(queueName)
    const data = { entity_id: tenant.place.id, payload: { payment_id: newId() } }
    const far = await inside.add('receipt.send', data, { jobId: newId(), delay: year })
    const near = await inside.add('receipt.send', data, { jobId: newId(), delay: 3_600_000 })
    await queue.working({ 'receipt.send': async () => {} }, { queueName, upkeep })
    await vi.waitFor(async () => expect(await far.getState()).toBe('completed'), soon)
    expect(await near.getState()).toBe('delayed')
  })

  test('jobs of a worker that died are taken over, though its lock and the last check are dated a year ahead', async () => {
    const queueName = `test-${newId()}`
    const inside = await queue.open(queueName)
    const { appUrl } = await testDatabase()
    const redis = queue.redisUrl ? redisLines(queue.redisUrl, silent) : undefined
    onTestFinished(() => redis?.hangUp())
    const dying = openWorker({ appUrl, redis, name: queueName, log: silent }, () => new Promise(() => {}), 1)
    const data = { entity_id: tenant.place.id, payload: { payment_id: newId() } }
    const job = await inside.add('receipt.send', data, { jobId: newId() })
    await vi.waitFor(async () => expect(await job.getState()).toBe('active'), soon)
    await dying.close(true)
    if (redis) {
      const line = redis.consumer()
      expect(await line.pexpire(`${inside.toKey(job.id!)}:lock`, year)).toBe(1)
      await line.set(inside.toKey('stalled-check'), '1', 'PX', year)
    } else
      await asOwner((await testDatabase()).ownerUrl, async (owner) => {
        const ahead = Date.now() + year
        await sql`update bullmq.job set locked_until_ms = ${ahead} where id = ${job.id}`.execute(owner)
        await sql`insert into bullmq.meta (queue, field, value) values (${queueName}, 'stalled-check', ${ahead}::text)
          on conflict (queue, field) do update set value = excluded.value`.execute(owner)
      })
    await queue.working({ 'receipt.send': async () => {} }, { queueName, upkeep })
    await vi.waitFor(async () => expect(await job.getState()).toBe('completed'), soon)
  })

  test('what the outbox took while the clock was ahead is done, after the pause that it asked for', async () => {
    const { pool } = await testDatabase()
    const done: string[] = []
    const [now, later] = [newId(), newId()]
    await tenant.write((trx) => enqueue(trx, 'receipt.send', { payment_id: now }))
    await tenant.write((trx) =>
      enqueue(trx, 'receipt.send', { payment_id: later }, new Date(Date.now() + 3_600_000)),
    )
    await withPlatform(pool, (trx) =>
      trx
        .updateTable('platform.outbox')
        .set({
          created_at: sql<Date>`created_at + interval '1 year'`,
          run_at: sql<Date>`run_at + interval '1 year'`,
        })
        .execute(),
    )
    await queue.working({ 'receipt.send': async ({ payment_id }) => void done.push(payment_id) }, { upkeep })
    await vi.waitFor(() => expect(done).toEqual([now]), soon)
    const left = await withPlatform(pool, (trx) =>
      trx.selectFrom('platform.outbox').select('run_at').execute(),
    )
    const [row] = left.filter(({ run_at }) => run_at > new Date())
    expect(row!.run_at.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000)
  })
})

test('a schedule is late after three of its intervals with a worker, and its run ends that', async () => {
  const { pool } = await testDatabase()
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
  const schedule = { name: 'payment.sweep', every_seconds: 60 }
  const late = () => withPlatform(pool, lateSchedules)
  const set = (ran: number, started?: number) =>
    withPlatform(pool, async (trx) => {
      await trx.deleteFrom('platform.schedule').execute()
      await trx.deleteFrom('platform.worker').execute()
      await trx
        .insertInto('platform.schedule')
        .values({ ...schedule, ran_at: ago(ran) })
        .execute()
      if (started !== undefined)
        await trx
          .insertInto('platform.worker')
          .values({ id: newId(), started_at: ago(started) })
          .execute()
    })
  await set(200, 1_000)
  expect(await late()).toEqual([{ name: 'payment.sweep', seconds: expect.toSatisfy((s) => s >= 199) }])
  await set(170, 1_000)
  expect(await late(), 'not three yet').toEqual([])
  await set(900, 100)
  expect(await late(), 'while no worker lived nothing could run').toEqual([])
  await set(900)
  expect(await late(), 'there is no worker').toEqual([])
})

test('a worker whose clock differs from that of the database says so until they agree', async () => {
  const { pool } = await testDatabase()
  const lines: { msg: string; seconds?: number }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  const queue = { getJobSchedulers: async () => [] } as never
  const { secondsOff, stop } = startUpkeep({
    ...{ pool, queue, redis: undefined, schedules: {}, running: () => [], log },
    everyMs: 20,
  })
  onTestFinished(stop)
  await vi.waitFor(() => expect(secondsOff()).toBeGreaterThan(3_590), soon)
  vi.useRealTimers()
  await vi.waitFor(() => expect(secondsOff()).toBe(0), soon)
  expect(lines.filter(({ msg }) => msg.startsWith('the clock of this machine differs'))).toHaveLength(1)
})
