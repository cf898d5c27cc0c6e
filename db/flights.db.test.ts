import { sql, type Transaction } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { codes, countedPool, ownPool, unclean } from '#tests/support/database/own-pool.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { requestDatabase } from './request-database.ts'
import type { DB } from './types.ts'

/** What a request's database sends to the server, and in how many flights. */
let here: Tenant
let there: Tenant

beforeAll(async () => {
  here = await freshTenant()
  there = await freshTenant()
})

test('what was asked for works at the place of that moment, wherever the request moves meanwhile', async () => {
  const pool = await ownPool()
  const entered: string[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const ask = (...args: unknown[]) => {
      const [asked] = args
      if (typeof asked === 'string' && asked.startsWith('begin')) entered.push(asked)
      return query(...args)
    }
    client.query = ask as typeof client.query
  })
  const database = requestDatabase(pool, here.place)
  const reading = database.read()
  const moving = database.moveTo(there.place)
  await expect(codes(await reading)).rejects.toThrow('transaction has ended')
  await moving
  await codes(await database.read())
  const entering = ({ place }: Tenant) =>
    `begin read only; set local search_path to "${place.schema}"; set local role "${place.role}"`
  expect(entered).toEqual([entering(here), entering(there)])
  await database.close()
})

test('a page takes three flights: its transaction, its place and its session, its queries, and the end', async () => {
  const { pool, writes } = await countedPool()
  const database = requestDatabase(pool, here.place)
  const session = async () => codes(await database.read())
  await session()
  expect(writes()).toBe(1)
  await Promise.all([session(), session(), session()])
  expect(writes()).toBe(2)
  await database.close()
  expect(writes()).toBe(3)
  expect(unclean).toEqual([])
})

test('a page that lets go at once takes two: the end of its transaction travels behind its queries', async () => {
  const { pool, writes } = await countedPool()
  const database = requestDatabase(pool, here.place)
  await codes(await database.read())
  const db = await database.read()
  const asked = Promise.all([codes(db), codes(db)])
  await Promise.all([asked, database.releaseConnection()])
  expect(writes()).toBe(2)
  await expect(codes(db)).rejects.toThrow('transaction has ended')
  expect(await codes(await database.read())).toEqual(await asked.then(([codes]) => codes))
  await database.close()
  expect(unclean).toEqual([])
})

const noted = (trx: Transaction<DB>, kind: string, period = '2026') =>
  trx.insertInto('number_series').values({ kind, period }).returning('kind').executeTakeFirstOrThrow()
const notes = () =>
  here.read((db) => db.selectFrom('number_series').select('kind').where('kind', 'like', 'once-%').execute())

test('what is written at once takes one flight with all that it asks, its end included', async () => {
  const { pool, writes } = await countedPool()
  const database = requestDatabase(pool, here.place)
  const both = await database.writeInOneFlight((trx) =>
    Promise.all([noted(trx, 'once-a'), noted(trx, 'once-b')]),
  )
  expect(both).toEqual([{ kind: 'once-a' }, { kind: 'once-b' }])
  expect(writes()).toBe(1)
  expect(await notes()).toHaveLength(2)
  expect(await codes(await database.read())).toEqual([])
  await database.close()
  expect(unclean).toEqual([])
})

test('of what is written at once nothing is kept where any of it fails, and nothing is asked after it', async () => {
  const database = requestDatabase(await ownPool(), here.place)
  const twice = database.writeInOneFlight((trx) => Promise.all([noted(trx, 'once-c'), noted(trx, 'once-a')]))
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  const later = database.writeInOneFlight(async (trx) => {
    await noted(trx, 'once-d')
    await noted(trx, 'once-e')
  })
  await expect(later).rejects.toThrow('transaction has ended')
  expect((await notes()).map(({ kind }) => kind).toSorted()).toEqual(['once-a', 'once-b', 'once-d'])
  expect(await database.write((trx) => noted(trx, 'once-f'))).toEqual({ kind: 'once-f' })
  await database.close()
  expect(unclean).toEqual([])
})

test('a write that says what it asks last takes two flights: what it decides by, and the rest with its end', async () => {
  const { pool, writes } = await countedPool()
  const database = requestDatabase(pool, here.place)
  const written = await database.write(async (trx, last) => {
    await codes(trx)
    const noting = Promise.all([noted(trx, 'once-g'), noted(trx, 'once-h')])
    last()
    return noting
  })
  expect(written).toEqual([{ kind: 'once-g' }, { kind: 'once-h' }])
  expect(writes()).toBe(2)
  const kept = await notes()
  const failing = database.write(async (trx, last) => {
    const noting = Promise.all([noted(trx, 'once-i'), noted(trx, 'once-g')])
    last()
    return noting
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  const later = database.write(async (trx, last) => {
    last()
    return noted(trx, 'once-j')
  })
  await expect(later).rejects.toThrow('transaction has ended')
  expect(await notes()).toEqual(kept)
  await database.close()
  expect(unclean).toEqual([])
})

test('parallel queries share a flight: ten take little longer than one', async () => {
  const database = requestDatabase(await ownPool(), here.place)
  const db = await database.read()
  const answers: number[] = []
  const queries = Array.from({ length: 10 }, async (_, n) => {
    const { rows } = await sql<{ n: number }>`select ${n}::int as n`.execute(db)
    answers.push(rows[0]!.n)
  })
  await Promise.all(queries)
  expect(answers).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  await database.close()
})
