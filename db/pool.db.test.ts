import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ownPool, unclean } from '#tests/support/database/own-pool.ts'
import { asAdmin } from '#tests/support/database/template.ts'
import { freshTenant, readAt } from '#tests/support/database/tenant.ts'
import { giveBack, platformRef, statementName, takeConnection } from './pool.ts'
import { withTenant } from './with-tenant.ts'

test.each([
  {
    left: 'on the path of a tenant',
    statements: ["set search_path = 'platform'"],
    detail: { searchPath: 'platform' },
  },
  { left: 'inside a transaction', statements: ['begin'], detail: { status: 'T' } },
  {
    left: 'inside a failed transaction',
    statements: ['begin', 'select 1 / 0', 'select 1'],
    detail: { status: 'E' },
  },
])('a connection that comes back $left is destroyed and told of', async ({ statements, detail }) => {
  const pool = await ownPool()
  const client = await pool.connect()
  for (const statement of statements) await client.query(statement).catch(() => {})
  giveBack(pool, client)
  expect(unclean).toEqual([expect.objectContaining(detail)])
  expect([pool.totalCount, pool.idleCount]).toEqual([0, 0])
  const next = await pool.connect()
  const { rows } = await next.query("select current_setting('search_path') as path")
  expect(rows).toEqual([{ path: '""' }])
  giveBack(pool, next)
})

test('a clean connection comes back and is used again, also after a transaction with a path of its own', async () => {
  const pool = await ownPool()
  for (let n = 0; n < 3; n++) {
    await withTenant(pool, platformRef, (trx) => trx.selectFrom('platform.setting').select('key').execute())
  }
  expect(unclean).toEqual([])
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
})

test('a connection that is known to be broken goes without an alarm', async () => {
  const pool = await ownPool()
  const client = await pool.connect()
  await client.query('begin')
  giveBack(pool, client, new Error('broken'))
  expect(unclean).toEqual([])
  expect(pool.totalCount).toBe(0)
})

test('dates stay text, sums of sen are exact numbers or an error', async () => {
  const pool = await ownPool()
  const { rows } = await pool.query(
    `select date '2026-01-31' as on, 9007199254740991::int8 as most, sum(n) as sum, 1.50::numeric as share
     from (values (12000::int8), (1::int8)) as t (n)`,
  )
  expect(rows).toEqual([{ on: '2026-01-31', most: 9_007_199_254_740_991, sum: 12_001, share: '1.50' }])
  await expect(pool.query('select 9007199254740992::int8')).rejects.toThrow('out of the safe range')
})

test('statements are named by schema, version and text, up to a limit', async () => {
  const pool = await ownPool()
  const client = await pool.connect()
  const a = { schema: 't_a', role: 't_a', version: 1 }
  const name = statementName(client, a, 'select 1')
  expect(name).toMatch(/^t_a\.1\.\d+$/)
  expect(statementName(client, a, 'select 1')).toBe(name)
  expect(statementName(client, { ...a, version: 2 }, 'select 1')).not.toBe(name)
  expect(statementName(client, { ...a, schema: 't_b' }, 'select 1')).not.toBe(name)
  expect(statementName(client, a, `select ${'1 + '.repeat(3_000)} 1`)).toBeUndefined()
  const many = Array.from({ length: 600 }, (_, n) => statementName(client, a, `select ${n} as n`))
  expect(many.filter(Boolean).length).toBeLessThanOrEqual(400)
  expect(statementName(client, a, 'select 1')).toBe(name)
  for (const text of many.filter((text) => text !== undefined)) expect(text.length).toBeLessThan(64)
  client.release()
})

test('a table that changed with a version answers its new shape on a connection that knew the old one', async () => {
  const pool = await ownPool()
  const tenant = await freshTenant()
  const database = { ...tenant.database, pool }
  const value = () => sql`select number_series.period from number_series`
  const read = (version: number) =>
    readAt(database, { ...tenant.place, version }, (db) => value().execute(db))
  await tenant.write((trx) => trx.insertInto('number_series').values({ kind: 'x', period: '26' }).execute())
  expect((await read(1)).rows).toEqual([{ period: '26' }])
  await asAdmin(tenant.database.ownerUrl, (owner) =>
    owner.query(
      `alter table ${tenant.place.schema}.number_series alter column period type integer using period::integer`,
    ),
  )
  expect((await read(2)).rows).toEqual([{ period: 26 }])
  await expect(read(1)).rejects.toMatchObject({ code: '0A000' })
})

test('what hangs is ended: the login role has its limits', async () => {
  const pool = await ownPool()
  const limits = [
    'statement_timeout',
    'lock_timeout',
    'idle_in_transaction_session_timeout',
    'transaction_timeout',
  ]
  for (const limit of limits) {
    const { rows } = await pool.query(`show ${limit}`)
    expect(rows[0]![limit], limit).not.toBe('0')
  }
  const { rows } = await pool.query(
    "select current_setting('search_path') as path, current_setting('timezone') as zone",
  )
  expect(rows).toEqual([{ path: '""', zone: 'UTC' }])
})

test('who waited for its share does not wait as long again for the connection', async () => {
  const pool = await ownPool({ max: 2, waitMs: 30_000 })
  const held = await Promise.all([pool.connect(), pool.connect()])
  const letGo = () => {
    vi.useRealTimers()
    for (const client of held.splice(0)) client.release()
  }
  onTestFinished(letGo)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const refused: string[] = []
  const take = (name: string) =>
    takeConnection(pool, platformRef).then(
      (client) => giveBack(pool, client),
      () => refused.push(name),
    )
  take('first')
  await vi.advanceTimersByTimeAsync(20_000)
  take('second')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(refused).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(refused).toEqual(['first', 'second'])
  letGo()
  await vi.waitFor(() => expect([pool.idleCount, pool.waitingCount]).toEqual([2, 0]))
  giveBack(pool, await takeConnection(pool, platformRef))
})
