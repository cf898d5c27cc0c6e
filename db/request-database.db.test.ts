import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { category } from '#tests/support/database/factories.ts'
import { codes, ownPool, unclean } from '#tests/support/database/own-pool.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { requestDatabase } from './request-database.ts'

let here: Tenant
let there: Tenant

beforeAll(async () => {
  here = await freshTenant()
  there = await freshTenant()
})

test('takes no connection before the first query, and one for all that follow', async () => {
  const pool = await ownPool({ max: 4 })
  const database = requestDatabase(pool, here.place)
  expect(pool.totalCount).toBe(0)
  await Promise.all([database.read(), database.read()].map(async (db) => codes(await db)))
  await database.write((trx) => codes(trx))
  await codes(await database.read())
  expect(pool.totalCount).toBe(1)
  await database.close()
  expect(pool.idleCount).toBe(1)
})

test('loaders share one read-only transaction and one snapshot of the role and the path', async () => {
  const pool = await ownPool()
  const database = requestDatabase(pool, here.place)
  const db = await database.read()
  expect(await database.read()).toBe(db)
  const { rows } = await sql<object>`
    select current_user::text as role, current_setting('search_path') as path,
      current_setting('transaction_read_only') as read_only`.execute(db)
  expect(rows).toEqual([{ role: here.place.role, path: here.place.schema, read_only: 'on' }])
  await database.close()
})

test('a loader cannot write', async () => {
  const database = requestDatabase(await ownPool(), here.place)
  const db = await database.read()
  await expect(
    db.insertInto('number_series').values({ kind: 'x', period: 'y' }).execute(),
  ).rejects.toMatchObject({ code: '25006' })
  await database.close()
})

test('a write commits, and loaders after it see it; those before it have ended', async () => {
  const database = requestDatabase(await ownPool(), here.place)
  const before = await database.read()
  expect(await codes(before)).toEqual([])
  await database.write((trx) => category(trx, { code: 'AFTER' }))
  expect(await codes(await database.read())).toEqual([{ code: 'AFTER' }])
  await expect(codes(before)).rejects.toThrow('transaction has ended')
  await database.close()
  expect(unclean).toEqual([])
})

test('a write that throws keeps nothing, and the next one works', async () => {
  const database = requestDatabase(await ownPool(), there.place)
  await expect(
    database.write(async (trx) => {
      await category(trx, { code: 'LOST' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await database.write((trx) => category(trx, { code: 'KEPT' }))
  expect(await codes(await database.read())).toEqual([{ code: 'KEPT' }])
  await database.close()
  expect(unclean).toEqual([])
})

test('an error that somebody caught inside a write is not a success', async () => {
  const database = requestDatabase(await ownPool(), there.place)
  const work = database.write(async (trx) => {
    await category(trx, { code: 'CAUGHT' })
    await sql`select 1 / 0`.execute(trx).catch(() => {})
  })
  await expect(work).rejects.toThrow('aborted by an error that somebody caught')
  expect(await codes(await database.read())).toEqual([{ code: 'KEPT' }])
  await database.close()
})

test('nothing begins inside a write: it would join it, and its end would end both', async () => {
  const database = requestDatabase(await ownPool(), there.place)
  await database.write(async (trx) => {
    await category(trx, { code: 'OUTER' })
    await expect(database.read()).rejects.toThrow('a write is running')
    await expect(database.write(async () => {})).rejects.toThrow('a write is running')
    await expect(database.moveTo(here.place)).rejects.toThrow('a write is running')
  })
  expect(await codes(await database.read())).toEqual([{ code: 'KEPT' }, { code: 'OUTER' }])
  await database.close()
})

test('of two writes at once the second is refused, and the first is whole', async () => {
  const database = requestDatabase(await ownPool(), there.place)
  const first = database.write((trx) => category(trx, { code: 'PAIR' }))
  await expect(database.write((trx) => category(trx))).rejects.toThrow('a write is running')
  await first
  await database.close()
  expect(unclean).toEqual([])
})

test('a read that begins while another ends never lands inside it', async () => {
  const pool = await ownPool()
  const database = requestDatabase(pool, here.place)
  await database.read()
  const moved = database.moveTo(there.place)
  const [db] = await Promise.all([database.read(), moved])
  const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(db)
  expect(rows).toEqual([{ path: there.place.schema }])
  await database.close()
  expect(unclean).toEqual([])
})

test('moves to another place with its path and its rights', async () => {
  const database = requestDatabase(await ownPool(), here.place)
  const before = await database.read()
  await database.moveTo(there.place)
  await expect(codes(before)).rejects.toThrow('transaction has ended')
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(
    await database.read(),
  )
  expect(rows).toEqual([{ role: there.place.role }])
  await database.close()
})

test('a request that moves to another organisation takes of its share, and leaves that of the first', async () => {
  const pool = await ownPool({ max: 4, waitMs: 20_000 })
  const moved = requestDatabase(pool, here.place)
  await moved.read()
  await moved.moveTo(there.place)
  await moved.read()
  // half of the pool is all that one may have
  const others = [1, 2].map(() => requestDatabase(pool, here.place))
  await Promise.all(others.map((database) => database.read()))
  await Promise.all([moved, ...others].map((database) => database.close()))
  expect(pool.totalCount).toBe(3)
})

test('a place that cannot be entered fails with its own reason, reading and writing, and nothing stays open', async () => {
  const pool = await ownPool()
  const nowhere = { schema: here.place.schema, role: 't_no_such_role' }
  const reading = requestDatabase(pool, nowhere)
  const db = await reading.read()
  const both = await Promise.allSettled([codes(db), codes(db)])
  for (const result of both) {
    expect(result).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('no_such') },
    })
  }
  await reading.close()
  const writing = requestDatabase(pool, nowhere)
  await expect(writing.write((trx) => category(trx))).rejects.toThrow('no_such_role')
  await expect(writing.write(async () => 'no query')).rejects.toThrow('no_such_role')
  await writing.close()
  expect(unclean).toEqual([])
  expect(pool.idleCount).toBe(1)
})

test('what a place is called is a name to the database and never a command', async () => {
  const database = requestDatabase(await ownPool(), { ...here.place, schema: '"; set local role none; --' })
  const db = await database.read()
  const { rows } = await sql<{ path: string; role: string }>`
    select current_setting('search_path') as path, current_user::text as role`.execute(db)
  expect(rows).toEqual([{ path: '"""; set local role none; --"', role: here.place.role }])
  await expect(codes(db)).rejects.toThrow('does not exist')
  await database.close()
  expect(unclean).toEqual([])
})

test('after a failed query the ones behind it fail too, and each tells what went wrong first', async () => {
  const pool = await ownPool()
  const database = requestDatabase(pool, here.place)
  const db = await database.read()
  const results = await Promise.allSettled([
    sql`select 1 / 0`.execute(db),
    codes(db),
    sql`select * from no_such_table`.execute(db),
  ])
  expect(results.map((result) => (result as PromiseRejectedResult).reason.code)).toEqual([
    '22012',
    '22012',
    '22012',
  ])
  await database.close()
  expect(unclean).toEqual([])
  expect(pool.idleCount).toBe(1)
})

test('the same statement twice in one flight is prepared once, also after it has failed', async () => {
  const database = requestDatabase(await ownPool(), there.place)
  const failing = await database.read()
  const unknown = () => sql`select ${1}::int from not_there`.execute(failing)
  await Promise.allSettled([unknown(), unknown()])
  await database.moveTo(there.place)
  const db = await database.read()
  const same = () => db.selectFrom('category').select('id').where('code', '=', 'KEPT').execute()
  const [first, second] = await Promise.all([same(), same()])
  expect(first).toEqual(second)
  expect(first).toHaveLength(1)
  await database.close()
})

test('once closed, every use is an error: a kept transaction, a new one, a write that was running', async () => {
  const pool = await ownPool()
  const database = requestDatabase(pool, here.place)
  const db = await database.read()
  const slow = sql<{ n: number }>`select 1 as n from pg_sleep(0.05)`.execute(db)
  const late = expect(slow.then(() => codes(db))).rejects.toThrow('after the request ended')
  await database.close()
  await database.close()
  expect((await slow).rows).toEqual([{ n: 1 }])
  await late
  await expect(database.read()).rejects.toThrow('after the request ended')
  await expect(database.write(async () => {})).rejects.toThrow('after the request ended')
  await expect(database.moveTo(there.place)).rejects.toThrow('after the request ended')
  expect(pool.idleCount).toBe(1)
})

test('closing in the middle of a write rolls it back and gives the connection back clean', async () => {
  const pool = await ownPool()
  const database = requestDatabase(pool, here.place)
  let inside = () => {}
  const isInside = new Promise<void>((resolve) => {
    inside = resolve
  })
  let goOn = () => {}
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const work = database.write(async (trx) => {
    await category(trx, { code: 'HALF' })
    inside()
    await mayGoOn
  })
  await isInside
  await database.close()
  goOn()
  await expect(work).rejects.toThrow('the request ended before its transaction')
  expect(await here.read(codes)).toEqual([{ code: 'AFTER' }])
  expect(unclean).toEqual([])
  expect(pool.idleCount).toBe(1)
})

test('closing while a connection is still on its way gives it back', async () => {
  const pool = await ownPool()
  const database = requestDatabase(pool, here.place)
  const reading = database.read()
  const [read] = await Promise.allSettled([reading, database.close()])
  expect(read).toMatchObject({ status: 'rejected' })
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
})

test('a resting request leaves its connection to others and takes one again', async () => {
  const pool = await ownPool()
  const database = requestDatabase(pool, here.place)
  const before = await database.read()
  await database.releaseConnection()
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
  await expect(codes(before)).rejects.toThrow('transaction has ended')
  const [db] = await Promise.all([database.read(), database.read().then(() => database.releaseConnection())])
  await expect(codes(db)).rejects.toThrow('transaction has ended')
  expect(await codes(await database.read())).toEqual([{ code: 'AFTER' }])
  await database.close()
  await expect(database.releaseConnection()).rejects.toThrow('after the request ended')
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
  expect(unclean).toEqual([])
})
