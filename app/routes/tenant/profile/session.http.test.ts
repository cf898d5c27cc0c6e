import { beforeAll, describe, expect, test } from 'vitest'
import { type Accounts, openAccounts } from '#tests/support/people/accounts.ts'
import { password } from '#tests/support/people/sign-in.ts'

let web: Accounts['web']
let tenant: Accounts['tenant']
let person: Accounts['signedIn']
let browserOf: Accounts['browserOf']

beforeAll(async () => {
  ;({ web, tenant, signedIn: person, browserOf } = await openAccounts())
})

const textOf = async (response: Response | Promise<Response>) => (await response).text()

describe('sessions', () => {
  test('are listed with device, place and time, and can be ended one by one or all at once', async () => {
    const one = await person()
    const [second, third, fourth] = [
      await browserOf(one.id, one.email),
      await browserOf(one.id, one.email),
      await browserOf(one.id, one.email),
    ]
    const text = await textOf(one.get('/profile/session'))
    expect(text.match(/Chrome · Windows/g)).toHaveLength(4)
    expect(text.match(/This one/g)).toHaveLength(1)
    expect(text).not.toContain(`/profile/session/end/${one.session}`)
    expect(await one.post(`/profile/session/end/${second.session}`)).toRedirectTo('/profile/session')
    expect(await second.get('/profile')).toRedirectTo(/^\/login/)
    expect((await third.get('/profile')).status).toBe(200)
    expect(await one.post('/profile/session/end-others')).toRedirectTo('/profile/session')
    expect(await textOf(one.get('/profile/session'))).toContain('2 other sessions were signed out')
    expect(await third.get('/profile')).toRedirectTo(/^\/login/)
    expect(await fourth.get('/profile')).toRedirectTo(/^\/login/)
    expect((await one.get('/profile')).status).toBe(200)
    const entries = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select(['action', 'object_id', 'after'])
        .where('actor_id', '=', one.id)
        .where('action', 'like', 'session.%')
        .orderBy('position')
        .execute(),
    )
    expect(entries).toEqual([
      { action: 'session.ended', object_id: second.session, after: null },
      { action: 'session.others_ended', object_id: one.id, after: { ended: 2 } },
    ])
  })

  test('of somebody else are neither seen nor ended', async () => {
    const [one, other] = [await person(), await person()]
    expect(await textOf(one.get('/profile/session'))).not.toContain(other.session)
    expect((await one.post(`/profile/session/end/${other.session}`)).status).toBe(404)
    await one.post('/profile/session/end-others')
    expect((await other.get('/profile')).status).toBe(200)
  })

  test('that are over are not listed', async () => {
    const one = await person()
    const idle = await browserOf(one.id, one.email)
    await tenant.write((trx) =>
      trx
        .updateTable('session')
        .set({ last_used_at: new Date(Date.now() - 20 * 86_400_000) })
        .where('id', '=', idle.session)
        .execute(),
    )
    expect(await textOf(one.get('/profile/session'))).not.toContain(idle.session)
  })
})

describe('the login log', () => {
  test('tells the reader’s own ways in, in words, by filter and page', async () => {
    const [one, other] = [await person(), await person()]
    await web.visitor(tenant).post('/login', { email: one.email, password: 'salah' })
    await web.visitor(tenant).post('/login', { email: other.email, password: 'salah' })
    await web.visitor(tenant).post('/login', { email: one.email, password }, { 'user-agent': 'curl/8.5.0' })
    const text = await textOf(one.get('/profile/log'))
    for (const words of [
      'Invalid credentials',
      'Signed in',
      'E-mail and password',
      'curl',
      '192.0.2.1',
      '2 entries',
    ])
      expect(text).toContain(words)
    expect(await textOf(one.get('/profile/log?outcome=failed'))).not.toContain('curl')
    expect(await textOf(one.get('/profile/log?outcome=success'))).not.toContain('Invalid credentials')
    expect(await textOf(one.get('/profile/log?method=phone'))).toContain('Nothing matches')
    expect(await textOf(one.get('/profile/log?to=2020-01-01'))).toContain('Nothing matches')
    expect(await textOf(one.get('/profile/log?limit=1&page=2'))).toContain('Invalid credentials')
  })
})

describe('who is more than one thing looks at it as one of them', () => {
  test('and sees what that one may see, never more', async () => {
    const both = await person(['clerk', 'parent'])
    const menu = await textOf(both.get('/dashboard'))
    expect(menu).toContain('action="/profile/switch"')
    expect((await both.get('/category')).status).toBe(200)
    const old = both.cookies.get('lunas')
    expect(await both.post('/profile/switch', { profile: 'parent' })).toRedirectTo('/dashboard')
    expect(both.cookies.get('lunas')).not.toBe(old)
    expect((await both.get('/category')).status).toBe(403)
    expect((await both.get('/profile')).status).toBe(200)
    for (const profile of ['trainer', 'superadmin', 'operator', '']) {
      await both.post('/profile/switch', { profile })
      expect((await both.get('/category')).status).toBe(403)
    }
    await both.post('/profile/switch', { profile: 'all' })
    expect((await both.get('/category')).status).toBe(200)
    expect((await both.get('/category/new')).status).toBe(403)
  })

  test('what is narrowed stays so over other pages and is this session’s alone', async () => {
    const both = await person(['clerk', 'parent'])
    const other = await browserOf(both.id, both.email)
    await both.post('/profile/switch', { profile: 'parent', to: '/invoice' })
    expect((await other.get('/category')).status).toBe(200)
    expect((await both.get('/category')).status).toBe(403)
  })

  test('who is one thing has no switch, and cannot use it', async () => {
    const clerk = await person(['clerk'])
    expect(await textOf(clerk.get('/dashboard'))).not.toContain('/profile/switch')
    await clerk.post('/profile/switch', { profile: 'parent' })
    expect((await clerk.get('/category')).status).toBe(200)
  })

  test('a role that is taken away is not kept by the profile that it gave', async () => {
    const both = await person(['superadmin', 'parent'])
    await both.post('/profile/switch', { profile: 'staff' })
    await tenant.write((trx) =>
      trx
        .updateTable('user_account')
        .set({ roles: ['parent'] })
        .where('id', '=', both.id)
        .execute(),
    )
    expect((await both.get('/category')).status).toBe(403)
  })
})
