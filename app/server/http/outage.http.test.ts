import type { AppLoadContext } from '@remix-run/node'
import { sql } from 'kysely'
import type pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asAdmin } from '#tests/support/database/template.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, builtProduct, builtServer, withRoutes } from '#tests/support/product/http.ts'
import { stopwatch } from '#tests/support/run/stopwatch.ts'

type Args = { context: AppLoadContext; request: Request }
const handle = { access: 'guest' }
const page = () => 'a page'
let gates: { inside: () => void; goOn: Promise<void> } | undefined

/** A loader that reads, lets the test do something, and reads again. */
async function slowLoader({ context }: Args) {
  const db = await context.read()
  await sql`select 1`.execute(db)
  gates?.inside()
  await gates?.goOn
  await sql`select 1`.execute(db)
  return null
}
async function slowAction({ context }: Args) {
  return context.write(async (trx) => {
    await trx.insertInto('setting').values({ key: crypto.randomUUID(), value: '1' }).execute()
    gates?.inside()
    await gates?.goOn
    return new Response('done')
  })
}
const routes = {
  'routes/shared/zz-slow': {
    path: 'zz/slow',
    module: { handle, loader: slowLoader, action: slowAction, default: page },
  },
  'routes/shared/zz-verb': { path: 'zz/verb', module: { handle, action: slowAction } },
}

let tenant: Tenant
let unclean: object[]
let pool: pg.Pool
let held: pg.PoolClient[] = []
let web: App

beforeAll(async () => {
  tenant = await freshTenant()
})
beforeEach(async () => {
  gates = undefined
  unclean = []
  const { createPool } = await builtServer()
  pool = createPool(tenant.database.appUrl, { max: 2, onUnclean: (detail) => unclean.push(detail) })
  web = await app({ services: { pool }, build: withRoutes(await builtProduct(), routes) })
  return () => {
    letGo()
    return pool.end()
  }
})

/** Stops the next slow loader or action in its middle. */
function halfWay() {
  let inside = () => {}
  let goOn = () => {}
  const isInside = new Promise<void>((resolve) => {
    inside = resolve
  })
  gates = {
    inside,
    goOn: new Promise((resolve) => {
      goOn = resolve
    }),
  }
  return {
    isInside,
    goOn: () => {
      gates = undefined
      goOn()
    },
  }
}

/** Leaves no connection free until what it returns is called, or the test is over. */
async function holdAll() {
  held = await Promise.all([pool.connect(), pool.connect()])
  return letGo
}
function letGo() {
  for (const client of held.splice(0)) client.release()
}

const settingsKept = () =>
  tenant.read(async (db) => (await db.selectFrom('setting').select('key').execute()).length)
const killAll = () =>
  asAdmin(tenant.database.ownerUrl, (admin) =>
    admin.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'lunas_app' and datname = current_database()",
    ),
  )

describe('a backend that dies in the middle', () => {
  test('of a page is made good: it is asked for again', async () => {
    const half = halfWay()
    const asked = web.visitor(tenant).get('/zz/slow')
    await half.isInside
    await killAll()
    half.goOn()
    expect((await asked).status).toBe(200)
    expect(unclean).toEqual([])
  })

  test('of an action is told, and nothing is kept', async () => {
    const before = await settingsKept()
    const half = halfWay()
    const asked = web.visitor(tenant).post('/zz/slow')
    await half.isInside
    await killAll()
    half.goOn()
    const response = await asked
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.text()).toContain('We cannot reach our records')
    expect(await settingsKept()).toBe(before)
    expect(unclean).toEqual([])
    expect(web.log.filter((line) => line.level >= 50).map((line) => line.msg)).toEqual(['database offline'])
  })
})

describe('a closed tab', () => {
  test.each(['GET', 'POST'])('does not cut a %s short, and the connection comes back', async (method) => {
    const before = await settingsKept()
    const half = halfWay()
    const leave = new AbortController()
    const browser = web.visitor(tenant)
    const headers = { origin: `http://${browser.host}` }
    const asked = browser.send('/zz/slow', { method, headers, signal: leave.signal })
    await half.isInside
    leave.abort()
    half.goOn()
    expect((await asked).status).toBe(200)
    expect(await settingsKept()).toBe(before + (method === 'POST' ? 1 : 0))
    expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([pool.idleCount, pool.idleCount, 0])
    expect(unclean).toEqual([])
  })
})

test('each way through a request gives its connection back', async () => {
  const clerk = await web.signedInAs(tenant, 'superadmin')
  const ways: [string, () => Promise<Response>][] = [
    ['a page', () => clerk.get('/category')],
    ['nobody', () => web.visitor('nobody.test').get('/')],
    ['not found', () => clerk.get('/nowhere')],
    ['a redirect', () => clerk.get('/')],
    ['a form that is wrong', () => clerk.post('/category/new', {})],
    ['a form', () => clerk.post('/category/new', { code: 'WAY', name: 'Way', kind: 'level' })],
    ['a duplicate', () => clerk.post('/category/new', { code: 'WAY', name: 'Way', kind: 'level' })],
    ['a verb', () => clerk.post('/category/remove/0198f000-0000-7000-8000-000000000000', { version: '1' })],
    ['a download', () => clerk.get('/category/export/csv')],
    ['another site', () => clerk.post('/category/new', {}, { origin: 'https://evil.test' })],
    ['HEAD', () => clerk.send('/category', { method: 'HEAD' })],
    ['data', () => clerk.get('/category.data')],
  ]
  for (const [way, walk] of ways) {
    await walk()
    expect([pool.totalCount - pool.idleCount, pool.waitingCount], way).toEqual([0, 0])
  }
  expect(unclean).toEqual([])
})

test('without a free connection 200 requests are refused while there is none, and the next one is answered', async () => {
  const clerk = await web.signedInAs(tenant, 'clerk')
  await clerk.get('/dashboard')
  const giveBack = await holdAll()
  const ask = async (n: number) => {
    const watch = stopwatch()
    const response = await (n % 4 === 0 ? clerk.post('/category/new', {}) : clerk.get('/dashboard'))
    watch.within(2_500)
    return response
  }
  const responses = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)))
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([503]))
  expect(new Set(responses.map((response) => response.headers.get('retry-after')))).toEqual(new Set(['5']))
  await vi.waitFor(() => expect([pool.idleCount, pool.waitingCount]).toEqual([0, 0]), 5_000)
  giveBack()
  const watch = stopwatch()
  expect((await clerk.get('/dashboard')).status).toBe(200)
  watch.within(1_000)
  expect(pool.waitingCount).toBe(0)
})

test('while the database is away the probes tell the two truths apart', async () => {
  const giveBack = await holdAll()
  const ask = (path: string) => web.visitor('localhost:3000').get(path)
  expect([(await ask('/healthz')).status, (await ask('/readyz')).status]).toEqual([200, 503])
  giveBack()
  expect((await ask('/readyz')).status).toBe(200)
  const stopping = await app({ services: { pool }, stopping: () => true })
  expect((await stopping.visitor('localhost:3000').get('/readyz')).status).toBe(503)
  expect((await stopping.visitor('localhost:3000').get('/healthz')).status).toBe(200)
})
