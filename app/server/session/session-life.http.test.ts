import { createHash } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { expectDuring } from '#tests/support/database/during.ts'
import { user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser, mainHost, newSession } from '#tests/support/product/http.ts'

const day = 86_400_000
let web: App
let tenant: Tenant

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
})
afterEach(() => vi.useRealTimers())

const hashOf = (browser: Browser) => createHash('sha256').update(browser.cookies.get('lunas')!).digest()

/** Somebody of these roles, signed in. */
async function signedIn(roles: Role[], at = tenant): Promise<Browser> {
  const { token, row } = newSession()
  await at.write(async (trx) => {
    const { id } = await user(trx, { roles })
    await trx
      .insertInto('session')
      .values({ ...row, user_id: id })
      .execute()
  })
  const browser = web.visitor(at)
  browser.cookies.set('lunas', token)
  return browser
}

/** As if the session had last been used this long ago. */
const idle = (browser: Browser, ms: number, at = tenant) =>
  at.write((trx) =>
    trx
      .updateTable('session')
      .set({ last_used_at: new Date(Date.now() - ms) })
      .where('token_hash', '=', hashOf(browser))
      .execute(),
  )
const rowOf = (browser: Browser) =>
  tenant.read((db) =>
    db.selectFrom('session').selectAll().where('token_hash', '=', hashOf(browser)).executeTakeFirstOrThrow(),
  )
const lives = async (browser: Browser) => (await browser.get('/profile')).status === 200

describe('a session that is not used', () => {
  const minute = 60_000
  test.each<[Role[], number]>([
    [['parent'], 30],
    [['clerk'], 14],
    [['trainer'], 14],
    [['superadmin'], 14],
    [['parent', 'trainer'], 14],
    [['parent', 'clerk'], 14],
  ])('of %o lives %i days and no longer', async (roles, days) => {
    const browser = await signedIn(roles)
    await idle(browser, days * day - 5 * minute)
    expect(await lives(browser)).toBe(true)
    await idle(browser, days * day + minute)
    expect(await lives(browser)).toBe(false)
  })

  test('lives as long as the organisation says, and never longer than the product does', async () => {
    const strict = await freshTenant()
    const set = (value: object) =>
      strict.write((trx) =>
        trx
          .insertInto('setting')
          .values({ key: 'sessions', value: JSON.stringify(value) })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
          .execute(),
      )
    const clerk = await signedIn(['clerk'], strict)
    const both = await signedIn(['clerk', 'parent'], strict)
    await set({ staff_idle_days: 3, parent_idle_days: 2 })
    await idle(clerk, 2.5 * day, strict)
    await idle(both, 2.5 * day, strict)
    expect(await lives(both)).toBe(false)
    expect(await lives(clerk)).toBe(true)
    await idle(clerk, 3.1 * day, strict)
    expect(await lives(clerk)).toBe(false)
    const patient = await signedIn(['clerk'], strict)
    await set({ staff_idle_days: 300 })
    await idle(patient, 15 * day, strict)
    expect(await lives(patient)).toBe(false)
  })

  test('ends as a 401 does: cookie gone, to the sign-in page with its reason and the way back', async () => {
    const clerk = await signedIn(['clerk'])
    await idle(clerk, 15 * day)
    const response = await clerk.get('/category?page=2')
    expect(response).toRedirectTo('/login?to=%2Fcategory%3Fpage%3D2')
    expect(clerk.cookies.has('lunas')).toBe(false)
    const page = await (await clerk.get(response.headers.get('location')!)).text()
    expect(page).toContain('Session timeout')
    expect(page).toContain('value="/category?page=2"')
    expect(await (await clerk.get('/login')).text()).not.toContain('Session timeout')
    const operator = await web.operator()
    await withPlatform(tenant.database.pool, (trx) =>
      trx
        .updateTable('platform.operator_session')
        .set({ last_used_at: new Date(Date.now() - day) })
        .where('token_hash', '=', hashOf(operator))
        .execute(),
    )
    expect(await operator.get('/admin/job')).toRedirectTo('/admin/login?to=%2Fadmin%2Fjob')
    expect(await (await operator.get('/admin/login')).text()).toContain('Session timeout')
  })

  test('signs out like any other, and says nothing of it', async () => {
    const clerk = await signedIn(['clerk'])
    await idle(clerk, 15 * day)
    expect(await clerk.post('/logout')).toRedirectTo('/login')
    expect(clerk.cookies.has('lunas')).toBe(false)
    expect(await (await clerk.get('/login')).text()).not.toContain('Session timeout')
  })

  test('a picture that is asked for with a dead token takes no cookie away', async () => {
    const clerk = await signedIn(['clerk'])
    const { id } = await tenant.actor('clerk')
    await idle(clerk, 15 * day)
    const response = await clerk.get(`/profile/picture/${id}`, { 'sec-fetch-dest': 'image' })
    expect(response.status).toBe(302)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

test.each([-1, 1])('a process whose clock is off by %i day decides the same', async (off) => {
  const [almost, over, fresh] = [
    await signedIn(['clerk']),
    await signedIn(['clerk']),
    await signedIn(['clerk']),
  ]
  await idle(almost, 13.5 * day)
  await idle(over, 14.5 * day)
  const before = (await rowOf(fresh)).last_used_at
  const decides = async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off * day })
    expect(await lives(almost)).toBe(true)
    expect(await lives(over)).toBe(false)
    expect(await lives(fresh)).toBe(true)
    vi.useRealTimers()
  }
  await expectDuring(tenant, decides, async () => (await rowOf(almost)).last_used_at)
  expect((await rowOf(fresh)).last_used_at).toEqual(before)
})

test('use is noted with place and device', async () => {
  const clerk = await signedIn(['clerk'])
  await idle(clerk, 6 * 60_000)
  await clerk.get('/profile', { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0' })
  expect(await rowOf(clerk)).toMatchObject({
    ip: '192.0.2.1',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0',
  })
})

test('signing in clears away sessions of the same person that are long over', async () => {
  const { startUserSession } = await import('./session.ts')
  const old = await signedIn(['parent'])
  const { user_id } = await rowOf(old)
  await idle(old, 31 * day)
  await tenant.write((trx) => startUserSession(trx, user_id, { ip: null, user_agent: null }, 'phone'))
  const rows = await tenant.read((db) =>
    db.selectFrom('session').select('method').where('user_id', '=', user_id).execute(),
  )
  expect(rows).toEqual([{ method: 'phone' }])
})

describe('a session is the same person’s only where it began', () => {
  test('on another organisation and on the main host it is nobody’s', async () => {
    const beta = await freshTenant()
    const clerk = await signedIn(['clerk'])
    for (const at of [beta, mainHost]) {
      const other = web.visitor(at)
      other.cookies.set('lunas', clerk.cookies.get('lunas')!)
      const path = at === mainHost ? '/admin/dashboard' : '/profile'
      expect(await other.get(path)).toRedirectTo(/^\/(admin\/)?login/)
    }
    expect(await lives(clerk)).toBe(true)
  })
})

describe('the next request is out', () => {
  const change = (browser: Browser, values: object) =>
    tenant.write(async (trx) => {
      const { user_id } = await trx
        .selectFrom('session')
        .select('user_id')
        .where('token_hash', '=', hashOf(browser))
        .executeTakeFirstOrThrow()
      await trx.updateTable('user_account').set(values).where('id', '=', user_id).execute()
    })

  test.each([{ status: 'inactive' }, { deleted_at: new Date() }])('when the person is %o', async (values) => {
    const clerk = await signedIn(['clerk'])
    expect(await lives(clerk)).toBe(true)
    await change(clerk, values)
    expect(await lives(clerk)).toBe(false)
  })

  test('when roles change, and the word of the change is enough: rights are read each time', async () => {
    const clerk = await signedIn(['clerk'])
    expect((await clerk.get('/invoice')).status).toBe(200)
    await change(clerk, { roles: ['class-assistant'] })
    expect((await clerk.get('/invoice')).status).toBe(403)
    const { endUserSessions } = await import('./session.ts')
    const { user_id } = await rowOf(clerk)
    await tenant.write((trx) => endUserSessions(trx, user_id))
    expect(await lives(clerk)).toBe(false)
  })
})
