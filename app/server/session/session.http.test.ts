import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { withPlatform } from '#db/with-tenant.ts'
import { expectDuring } from '#tests/support/database/during.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser, mainHost, newSession } from '#tests/support/product/http.ts'

let web: App
let alpha: Tenant
let beta: Tenant

beforeAll(async () => {
  web = await app({ forgetful: true })
  alpha = await freshTenant()
  beta = await freshTenant()
})

const isSignedIn = async (browser: Browser, path = '/dashboard') => {
  const response = await browser.get(path)
  if (response.status === 200) return true
  expect(response).toRedirectTo(/^\/(admin\/)?login/)
  return false
}

async function withCookieOf(browser: Browser, at: Tenant | string): Promise<Browser> {
  const other = web.visitor(at)
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  return other
}

test("a session of one organisation is nobody's on another and on the main host", async () => {
  const clerk = await web.signedInAs(alpha, 'clerk')
  expect(await isSignedIn(clerk)).toBe(true)
  expect(await isSignedIn(await withCookieOf(clerk, beta))).toBe(false)
  expect(await isSignedIn(await withCookieOf(clerk, mainHost), '/admin/dashboard')).toBe(false)
  const operator = await web.operator()
  expect(await isSignedIn(operator, '/admin/dashboard')).toBe(true)
  expect(await isSignedIn(await withCookieOf(operator, alpha))).toBe(false)
})

describe('a session ends', () => {
  const setUser = (id: string, values: object) =>
    alpha.write((trx) => trx.updateTable('user_account').set(values).where('id', '=', id).execute())

  test.each([{ status: 'inactive' }, { status: 'invited' }, { deleted_at: new Date() }])(
    'with the next request when its account is %o',
    async (values) => {
      const { id } = await alpha.actor('trainer')
      const trainer = await web.signedInAs(alpha, 'trainer')
      expect(await isSignedIn(trainer)).toBe(true)
      await setUser(id, values)
      expect(await isSignedIn(trainer)).toBe(false)
      expect(trainer.cookies.has('lunas')).toBe(false)
      await setUser(id, { status: 'active', deleted_at: null })
    },
  )

  test('with the next request when the organisation is not active', async () => {
    const clerk = await web.signedInAs(alpha, 'clerk')
    const set = (status: string) =>
      withPlatform(alpha.database.pool, (trx) =>
        trx.updateTable('platform.entity').set({ status }).where('id', '=', alpha.place.id).execute(),
      )
    await set('inactive')
    const signedIn = await isSignedIn(clerk)
    await set('active')
    expect(signedIn).toBe(false)
  })

  test('by signing out, for every copy of its cookie', async () => {
    const clerk = await web.signedInAs(alpha, 'clerk')
    const copy = await withCookieOf(clerk, alpha)
    expect(await clerk.get('/logout')).toRedirectTo('/')
    expect(await isSignedIn(clerk)).toBe(true)
    expect(await clerk.post('/logout')).toRedirectTo('/login')
    expect(clerk.cookies.has('lunas')).toBe(false)
    expect(await isSignedIn(copy)).toBe(false)
    const operator = await web.operator()
    const other = await withCookieOf(operator, mainHost)
    expect(await operator.post('/logout')).toRedirectTo('/admin/login')
    expect(await isSignedIn(other, '/admin/dashboard')).toBe(false)
  })

  test('when its time is over', async () => {
    const { id } = await alpha.actor('clerk')
    const { token, row } = newSession({ expires_at: new Date(Date.now() - 1_000) })
    await alpha.write((trx) =>
      trx
        .insertInto('session')
        .values({ ...row, user_id: id })
        .execute(),
    )
    const browser = web.visitor(alpha)
    browser.cookies.set('lunas', token)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('for an operator after twelve hours without use', async () => {
    const operator = await web.operator()
    const idle = (hours: number) =>
      withPlatform(alpha.database.pool, (trx) =>
        trx
          .updateTable('platform.operator_session')
          .set({ last_used_at: new Date(Date.now() - hours * 3_600_000) })
          .where('token_hash', '=', createHash('sha256').update(operator.cookies.get('lunas')!).digest())
          .execute(),
      )
    await idle(11.9)
    expect(await isSignedIn(operator, '/admin/dashboard')).toBe(true)
    await idle(12.1)
    expect(await isSignedIn(operator, '/admin/dashboard')).toBe(false)
  })
})

test('a session that is used is marked as used, at most every few minutes', async () => {
  const clerk = await web.signedInAs(alpha, 'clerk')
  const { id } = await alpha.actor('clerk')
  const hash = createHash('sha256').update(clerk.cookies.get('lunas')!).digest()
  const mark = async () =>
    await alpha.read((db) =>
      db
        .selectFrom('session')
        .select(['last_used_at', 'user_id'])
        .where('token_hash', '=', hash)
        .executeTakeFirstOrThrow(),
    )
  const age = (minutes: number) =>
    alpha.write((trx) =>
      trx
        .updateTable('session')
        .set({ last_used_at: new Date(Date.now() - minutes * 60_000) })
        .where('token_hash', '=', hash)
        .execute(),
    )
  await age(4)
  const before = await mark()
  await clerk.get('/dashboard')
  expect(await mark()).toEqual(before)
  await age(6)
  await expectDuring(
    alpha,
    () => clerk.get('/dashboard'),
    async () => (await mark()).last_used_at,
  )
  expect((await mark()).user_id).toBe(id)
})

test.each(['x', 'a'.repeat(43), '../../etc', "' or 1=1 --", 'a'.repeat(5_000)])(
  'a made-up cookie %j is nobody',
  async (token) => {
    const browser = web.visitor(alpha)
    browser.cookies.set('lunas', token)
    expect(await isSignedIn(browser)).toBe(false)
  },
)

test('the language: the switch wins, then the person, then the browser, then the organisation', async () => {
  const lang = async (browser: Browser, headers: Record<string, string> = {}) =>
    /<html lang="([a-z]+)/.exec(await (await browser.get('/login', headers)).text())?.[1]
  const visitor = web.visitor(alpha)
  expect(await lang(visitor)).toBe('en')
  expect(await lang(visitor, { 'accept-language': 'ms-MY,ms;q=0.9,en;q=0.5' })).toBe('ms')
  expect(await lang(visitor, { 'accept-language': 'fr' })).toBe('en')
  for (const garbage of ['', ';;;', '*', 'x-@@,;q=abc', 'en-'.repeat(500), '\u00e4'])
    expect(await lang(visitor, { 'accept-language': garbage }), garbage).toBe('en')
  expect(await visitor.get('/language/my?to=%2Flogin')).toRedirectTo('/login')
  expect(await lang(visitor)).toBe('ms')
  expect(await visitor.get('/language/en?to=%2F%2Fevil.test')).toRedirectTo('/')
  expect((await visitor.get('/language/fr')).status).toBe(404)
  for (const broken of ['x', '%%%', '%22', 'eyJh', 'bnVsbA=='])
    expect(await lang(visitor, { cookie: `language=${broken}` }), broken).toBe('en')
})

test('a flash is shown once, and one that nobody sent is not', async () => {
  const clerk = await web.signedInAs(alpha, 'superadmin')
  const made = await clerk.post('/category/new', { code: 'FLASH', name: 'Flash', kind: 'level' })
  expect(made).toRedirectTo(/^\/category\/view\//)
  const shown = await (await clerk.get(made.headers.get('location')!)).text()
  expect(shown).toContain('Flash')
  expect(clerk.cookies.has('flash')).toBe(false)
  for (const flash of [
    null,
    1,
    'x',
    {},
    { key: 1 },
    { key: 'x', values: null },
    { key: 'x', values: 'y', tone: {} },
  ]) {
    const cookie = encodeURIComponent(Buffer.from(JSON.stringify(flash)).toString('base64'))
    const session = `lunas=${clerk.cookies.get('lunas')}`
    const response = await clerk.get('/dashboard', { cookie: `${session}; flash=${cookie}` })
    expect(response.status, JSON.stringify(flash)).toBe(200)
    expect(await response.text(), JSON.stringify(flash)).not.toContain('flash.')
  }
  for (const broken of ['', 'x', '%', '%00', '!!!!'])
    expect((await web.visitor(alpha).get('/login', { cookie: `flash=${broken}` })).status, broken).toBe(200)
})
