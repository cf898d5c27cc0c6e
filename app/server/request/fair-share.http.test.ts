import type { AppLoadContext } from '@remix-run/node'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { newId } from '#db/id.ts'
import { limited, lockTable, waitForLocked } from '#tests/support/database/locks.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { client } from '#tests/support/product/api.ts'
import { app, builtProduct, productPool, withRoutes } from '#tests/support/product/http.ts'

let a: Tenant
let b: Tenant
beforeAll(async () => {
  a = await freshTenant()
  b = await freshTenant()
})

/** The product on a pool of its own, with these limits of the database. */
async function product(limits: Record<string, number>, routes: Parameters<typeof withRoutes>[1] = {}) {
  const pool = await productPool(limited(a.database.appUrl, limits), { max: 10 })
  onTestFinished(() => pool.end())
  const build = withRoutes(await builtProduct(), routes)
  return { pool, web: await app({ services: { pool }, build }) }
}
const statuses = (answers: Response[]) => answers.map(({ status }) => status)

describe('while one organisation waits for a lock, twenty of its people reloading', () => {
  test('another is answered each time, pages, forms and calls, and in the end so is everybody', async () => {
    const { pool, web } = await product({ lock_timeout: 0, statement_timeout: 0 })
    const [stuck, clerk] = [await web.signedInAs(a, 'clerk'), await web.signedInAs(b, 'superadmin')]
    const lock = await lockTable(a, 'session')
    const reloading = Array.from({ length: 20 }, () => stuck.get('/dashboard'))
    await waitForLocked(a, 5)

    const answers: Response[] = []
    for (let n = 0; n < 6; n++) answers.push(await clerk.get('/dashboard'))
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 200])
    const together = await Promise.all(Array.from({ length: 20 }, () => clerk.get('/category')))
    expect(new Set(statuses(together))).toEqual(new Set([200]))
    expect((await clerk.post('/category/new', { code: 'FAIR', name: 'Fair', kind: 'level' })).status).toBe(
      302,
    )
    expect((await client(web, b, clerk.cookies.get('lunas')).get('entity/branch')).status).toBe(200)
    expect((await web.visitor('localhost:3000').get('/readyz')).status).toBe(200)

    await waitForLocked(a, 5)
    await lock.letGo()
    expect(new Set(statuses(await Promise.all(reloading)))).toEqual(new Set([200]))
    expect([pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0])
  })

  test('the connections that forms and pages of the main host carry over to it are of its own share', async () => {
    const goOver = async ({ context }: { context: AppLoadContext }) => {
      await context.enterTenant(a.entity)
      await sql`select 1 from category limit 1`.execute(await context.read())
      return null
    }
    const handle = { access: 'guest' }
    const routes = {
      'routes/main/zz-over': {
        path: 'zz/over',
        module: { handle, loader: goOver, default: () => 'a page' },
      },
    }
    const { web } = await product({ lock_timeout: 0, statement_timeout: 0 }, routes)
    const operator = await web.operator()
    const lock = await lockTable(a, 'category')
    const over = Array.from({ length: 20 }, () => operator.get('/zz/over'))
    await waitForLocked(a, 5)
    expect((await operator.get('/admin/dashboard')).status).toBe(200)
    await lock.letGo()
    expect(new Set(statuses(await Promise.all(over)))).toEqual(new Set([200]))
  })
})

describe('what waited too long for others', () => {
  const english = 'The records are in heavy use'
  const malay = 'Sistem sedang sibuk'

  test('is told so on a plain page in the language of the reader, and when to come again', async () => {
    const { web } = await product({ lock_timeout: 20 })
    const clerk = await web.signedInAs(a, 'clerk')
    const { id } = await a.actor('clerk')
    await a.write((trx) =>
      trx.updateTable('user_account').set({ locale: 'my' }).where('id', '=', id).execute(),
    )
    const lock = await lockTable(a, 'category')
    const page = await clerk.get('/category')
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await page.text()).toContain(malay)
    expect(
      await (await clerk.get('/category', { cookie: 'x=1', 'accept-language': 'en' })).text(),
    ).not.toContain(malay)
    await lock.letGo()

    const sessions = await lockTable(a, 'session')
    for (const [language, words] of [
      ['en', english],
      ['ms', malay],
    ] as const) {
      const answer = await clerk.get('/category', { 'accept-language': language })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await answer.text()).toContain(words)
    }
    await sessions.letGo()
    expect((await clerk.get('/category')).status).toBe(200)
  })

  test('has done nothing by half, and the same form goes through afterwards', async () => {
    const { web } = await product({ lock_timeout: 20 })
    const chief = await web.signedInAs(b, 'superadmin')
    const kept = () =>
      b.read((db) =>
        Promise.all([
          db.selectFrom('category').select('id').where('code', '=', 'HALF').execute(),
          db.selectFrom('form_submission').select('key').execute(),
        ]),
      )
    const form = { code: 'HALF', name: 'Half', kind: 'level', form_key: newId() }
    const [, before] = await kept()
    const lock = await lockTable(b, 'audit_log')
    const answer = await chief.post('/category/new', form)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.text()).toContain(english)
    expect(await kept()).toEqual([[], before])
    await lock.letGo()
    expect((await chief.post('/category/new', form)).status).toBe(302)
    expect((await kept())[0]).toHaveLength(1)
  })

  test('is JSON for a call', async () => {
    const { web } = await product({ lock_timeout: 20 })
    const chief = await web.signedInAs(b, 'superadmin')
    const call = client(web, b, chief.cookies.get('lunas'))
    await lockTable(b, 'branch')
    const { status, error, headers } = await call.get('entity/branch')
    expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '5'])
    expect(error.message).toContain(english)
  })

  test.each(['statement_timeout', 'transaction_timeout'])('also by its own %s', async (limit) => {
    const slow = async ({ context }: { context: AppLoadContext }) => {
      await sql`select pg_sleep(60)`.execute(await context.read())
      return null
    }
    const routes = {
      'routes/shared/zz-slow': {
        path: 'zz/slow',
        module: { handle: { access: 'guest' }, loader: slow, default: () => 'a page' },
      },
    }
    const { web } = await product({ [limit]: 300 }, routes)
    const answer = await web.visitor(b).get('/zz/slow')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.text()).toContain(english)
  })
})
