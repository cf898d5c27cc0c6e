import { sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/database.ts'
import { faults, type Marked, type Open, type Storm, storm } from '#tests/support/database/isolation.ts'
import { newEntity } from '#tests/support/database/tenant.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { boundTransaction } from './bound.ts'
import { newId } from './id.ts'
import { asOwner } from './owner.ts'
import { createPool, type TenantRef } from './pool.ts'
import { type RequestDatabase, requestDatabase } from './request-database.ts'
import type { DB } from './types.ts'

const tenants: Marked[] = []
const connections = 4

beforeAll(async () => {
  const { ownerUrl } = await testDatabase()
  await asOwner(ownerUrl, (owner) =>
    owner.transaction().execute(async (trx) => {
      for (let n = 0; n < 100; n++) tenants.push(await lightTenant(trx, `t_light_${n}`))
    }),
  )
})

/** A tenant with both walls and one table, since a hundred whole ones would take longer than the storm. */
async function lightTenant(trx: Transaction<DB>, role: string): Promise<Marked> {
  const name = sql.id(role)
  await sql`
    create role ${name} nologin in role lunas_tenant;
    grant ${name} to lunas_app with inherit false, set true;
    create schema ${name};
    create table ${sql.id(role, 'setting')} (value jsonb not null, version integer not null default 1);
    insert into ${sql.id(role, 'setting')} (value) values (to_jsonb(${sql.lit(role)}::text));
    grant usage on schema ${name} to ${name};
    grant select, update on ${sql.id(role, 'setting')} to ${name}`.execute(trx)
  const place = { id: newId(), schema: role, role, version: 1 }
  await trx
    .insertInto('platform.entity')
    .values({ ...newEntity(), id: place.id, schema_name: role, role_name: role, schema_version: 1 })
    .execute()
  return place
}

async function stormOf(change: Partial<Storm>) {
  const { appUrl, ownerUrl } = await testDatabase()
  const unclean: object[] = []
  const pool = createPool(appUrl, {
    max: connections,
    waitMs: 30_000,
    onUnclean: (detail) => unclean.push(detail),
  })
  const tally = await storm({
    open: requestDatabase,
    pool,
    adminUrl: ownerUrl,
    tenants,
    requests: soaking ? 3_000 : 1_500,
    inFlight: 64,
    faults,
    ...change,
  })
  const left = await statesOf(pool)
  await pool.end()
  return { ...tally, unclean, left }
}

/** What each connection of a pool looks like to whom gets it next. */
async function statesOf(pool: pg.Pool): Promise<string[]> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  const states = await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client
        .query("select current_user || ' on ' || current_setting('search_path') as state")
        .catch((error) => ({ rows: [{ state: error.message }] }))
      return rows[0].state as string
    }),
  )
  for (const client of clients) client.release(true)
  return states
}

const requests = soaking ? 100_000 : 4_000

test(`${requests} requests of 100 tenants over four connections, a quarter of them failing, stay apart`, async () => {
  const result = await stormOf({ requests })
  expect(result.unexpected).toBeUndefined()
  expect(result).toMatchObject({ requests, foreign: 0, errors: result.injected, unclean: [] })
  expect(result.injected).toBeGreaterThan(requests * 0.24)
  expect(new Set(result.left)).toEqual(new Set(['lunas_app on ""']))
  expect(await writesOf()).toEqual(result.written)
  figure(
    `isolation: ${requests} requests of ${tenants.length} tenants over ${connections} connections, ${result.injected} made to fail, ${result.foreign} foreign rows`,
  )
})

describe('the same storm finds each of the classical mistakes', () => {
  test('SET on one pooled connection, the query on another', async () => {
    const { foreign, requests } = await stormOf({ open: setOnThePool, faults: {} })
    expect(foreign / requests).toBeGreaterThan(0.5)
  })

  test('SET for the session, forgotten once in a hundred times', async () => {
    const { foreign, requests } = await stormOf({ open: setForTheSession(100), faults: {} })
    expect(foreign / requests).toBeGreaterThan(0.002)
    expect(foreign / requests).toBeLessThan(0.03)
  })

  test('no ROLLBACK after an error', async () => {
    const { errors, requests, foreign } = await stormOf({ open: withoutRollback, faults: { sqlError: 0.1 } })
    expect(errors / requests).toBeGreaterThan(0.9)
    expect(foreign).toBe(0)
  })
})

type Settled = Awaited<ReturnType<RequestDatabase['read']>>

/** A request's database that takes its rights as `settled` says and ends as `close` says: wrong, on purpose. */
function mistaken(settled: () => Promise<Settled>, close: () => void | Promise<void>): RequestDatabase {
  const write: RequestDatabase['write'] = async (work) => work((await settled()) as Transaction<DB>, () => {})
  const writeAtOnce: RequestDatabase['writeInOneFlight'] = write
  const rest = async () => {}
  return {
    read: settled,
    write,
    writeInOneFlight: writeAtOnce,
    moveTo: rest,
    releaseConnection: rest,
    close: async () => close(),
  }
}

const settle = (place: TenantRef, local: boolean) => ({
  text: `select set_config('search_path', $1, ${local}), set_config('role', $2, ${local})`,
  values: [place.schema, place.role],
})

const on = (client: Pick<pg.PoolClient, 'query'>, place: TenantRef) =>
  boundTransaction(client as pg.PoolClient, place, Promise.resolve(), () => {})

const setOnThePool: Open = (pool, place) =>
  mistaken(
    async () => {
      await pool.query(settle(place, false))
      return on({ query: pool.query.bind(pool) } as pg.PoolClient, place)
    },
    () => {},
  )

/** One of so many requests forgets. */
function setForTheSession(forgetful: number): Open {
  let requests = 0
  return (pool, place) => {
    const forgets = ++requests % forgetful === 0
    let client: pg.PoolClient | undefined
    return mistaken(
      async () => {
        client = await pool.connect()
        if (!forgets) await client.query(settle(place, false))
        return on(client, place)
      },
      () => client?.release(),
    )
  }
}

const withoutRollback: Open = (pool, place) => {
  let client: pg.PoolClient
  let failed = false
  const query = (config: pg.QueryConfig) =>
    client.query(config).catch((error) => {
      failed = true
      throw error
    })
  return mistaken(
    async () => {
      client = await pool.connect()
      await query({ text: 'begin' })
      await query(settle(place, true))
      return on({ query } as pg.PoolClient, place)
    },
    async () => {
      if (!failed) await client.query('commit')
      client.release()
    },
  )
}

/** How often each tenant's row has been written, as the database counts. */
async function writesOf(): Promise<Map<string, number>> {
  const { ownerUrl } = await testDatabase()
  return asOwner(ownerUrl, async (owner) => {
    const counts = new Map<string, number>()
    for (const { schema, role } of tenants) {
      const { rows } = await sql<{
        n: number
      }>`select version - 1 as n from ${sql.id(schema, 'setting')}`.execute(owner)
      if (rows[0]!.n > 0) counts.set(role, rows[0]!.n)
    }
    return counts
  })
}
