import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/database.ts'
import { category } from '#tests/support/database/factories.ts'
import { codes, ownPool, unclean } from '#tests/support/database/own-pool.ts'
import { endBackend } from '#tests/support/database/template.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { requestDatabase } from './request-database.ts'

let here: Tenant

beforeAll(async () => {
  here = await freshTenant()
  await here.write((trx) => category(trx, { code: 'AFTER' }))
})

const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`
const kill = async (pid: number) => endBackend((await testDatabase()).ownerUrl, pid)
test('a pool without a free connection refuses in time, and the request can still be closed', async () => {
  const pool = await ownPool({ waitMs: 1_000 })
  const holder = requestDatabase(pool, here.place)
  await holder.read()
  const waiting = requestDatabase(pool, here.place)
  await expect(waiting.read()).rejects.toThrow('no connection was free')
  await expect(waiting.write(async () => {})).rejects.toThrow('no connection was free')
  await waiting.close()
  await holder.close()
  const after = requestDatabase(pool, here.place)
  expect(await codes(await after.read())).toEqual([{ code: 'AFTER' }])
  await after.close()
})

test.each(['between queries', 'during one'])(
  'a backend that dies %s fails this request only',
  async (when) => {
    const pool = await ownPool()
    const database = requestDatabase(pool, here.place)
    const db = await database.read()
    const { pid } = (await backend.execute(db)).rows[0]!
    const running = when === 'during one' ? sql`select pg_sleep(10)`.execute(db) : undefined
    const ended = running?.then(
      () => 'answered',
      (error) => error.code,
    )
    await kill(pid)
    if (ended) expect(await ended).toBe('57P01')
    await expect(codes(db)).rejects.toThrow()
    await database.close()
    const next = requestDatabase(pool, here.place)
    expect(await codes(await next.read())).toEqual([{ code: 'AFTER' }])
    await next.close()
    expect(unclean).toEqual([])
  },
)

test('a backend that dies before the COMMIT is an error and nothing is kept', async () => {
  const pool = await ownPool()
  const database = requestDatabase(pool, here.place)
  const work = database.write(async (trx) => {
    await category(trx, { code: 'DEAD' })
    await kill((await backend.execute(trx)).rows[0]!.pid)
  })
  await expect(work).rejects.toThrow()
  await database.close()
  expect(await here.read(codes)).toEqual([{ code: 'AFTER' }])
  expect(unclean).toEqual([])
})

test('an idle connection that dies is told of and replaced', async () => {
  const lost: Error[] = []
  const pool = await ownPool({ onError: (error) => lost.push(error) })
  const database = requestDatabase(pool, here.place)
  const { pid } = (await backend.execute(await database.read())).rows[0]!
  await database.close()
  const told = new Promise((resolve) => pool.once('error', resolve))
  await kill(pid)
  await told
  expect(lost).toHaveLength(1)
  const next = requestDatabase(pool, here.place)
  expect(await codes(await next.read())).toEqual([{ code: 'AFTER' }])
  await next.close()
})
