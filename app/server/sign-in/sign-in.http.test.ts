import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inPlatform } from '#db/in-place.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { type Accounts, openAccounts } from '#tests/support/people/accounts.ts'
import { answered, password, signIn } from '#tests/support/people/sign-in.ts'
import { mainHost, newOperator } from '#tests/support/product/http.ts'

let web: Accounts['web']
let tenant: Accounts['tenant']
let person: Accounts['person']
let kept: string

beforeAll(async () => {
  ;({ web, tenant, person, kept } = await openAccounts())
})
beforeEach(() => inPlatform(tenant.database.pool, (trx) => trx.deleteFrom('platform.rate_limit').execute()))

test('the right password starts a session of which only the hash is kept, and leads home', async () => {
  const { email, id } = await person()
  const browser = web.visitor(tenant)
  expect(await signIn(browser, email)).toRedirectTo('/dashboard')
  expect((await browser.get('/dashboard')).status).toBe(200)
  const token = browser.cookies.get('lunas')!
  const rows = await tenant.read((db) =>
    db.selectFrom('session').selectAll().where('user_id', '=', id).execute(),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.token_hash).toEqual(createHash('sha256').update(token).digest())
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows[0]!.expires_at.getTime() - rows[0]!.created_at.getTime()).toBe(365 * 86_400_000)
})

test('each signing in has a token of its own', async () => {
  const { email } = await person()
  const [first, second] = [web.visitor(tenant), web.visitor(tenant)]
  await signIn(first, email)
  await signIn(second, email)
  expect(first.cookies.get('lunas')).not.toBe(second.cookies.get('lunas'))
})

test('the address may be written in any case, with spaces around it', async () => {
  await person({ email: 'Mixed.Case@school.test' })
  expect(await signIn(web.visitor(tenant), '  MIXED.case@School.test ')).toRedirectTo('/dashboard')
})

test.each([
  ['/category?page=2', '/category?page=2'],
  ['//evil.test', '/dashboard'],
  ['/..//evil.test', '/dashboard'],
  ['https://evil.test/x', '/dashboard'],
  ['', '/dashboard'],
])('asked to go on to %j it leads to %s', async (to, location) => {
  const { email } = await person()
  expect(await signIn(web.visitor(tenant), email, password, { to })).toRedirectTo(location)
})

describe('who may not come in', () => {
  test('an unknown address and a wrong password are answered alike', async () => {
    const { email } = await person()
    const wrong = await answered(await signIn(web.visitor(tenant), email, 'wrong password'))
    const unknown = await answered(await signIn(web.visitor(tenant), 'nobody@school.test', 'wrong password'))
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('Invalid credentials')
    expect(unknown).toEqual(wrong)
  })

  test('and so is an account that is inactive, locked, removed or without a password, to who does not know it', async () => {
    const wrong = await answered(await signIn(web.visitor(tenant), 'nobody@school.test', 'wrong password'))
    for (const given of [
      { status: 'inactive' },
      { deleted_at: new Date() },
      { roles: [] },
      { password_hash: null },
    ]) {
      const { email } = await person(given)
      expect(
        await answered(await signIn(web.visitor(tenant), email, 'wrong password')),
        JSON.stringify(given),
      ).toEqual(wrong)
    }
    const { email } = await person({ deleted_at: new Date() })
    expect(await answered(await signIn(web.visitor(tenant), email))).toEqual(wrong)
  })

  test.each([
    ['inactive', { status: 'inactive' }, 'Account is inactive'],
    ['invited', { status: 'invited' }, 'Account is inactive'],
    ['without a role', { roles: [] as string[] }, 'suitable role'],
  ])('who knows the password is told that the account is %s', async (_, given, sentence) => {
    const { email } = await person(given)
    const browser = web.visitor(tenant)
    const response = await signIn(browser, email)
    expect(await response.text()).toContain(sentence)
    expect(browser.cookies.has('lunas')).toBe(false)
  })

  test('the password is never in an answer, neither the page nor its data', async () => {
    const { email } = await person()
    for (const address of [email, 'no address', 'nobody@school.test']) {
      const fields = { email: address ?? '', password: 'my secret wrong word' }
      for (const path of ['/login', '/login.data']) {
        const response = await web.visitor(tenant).post(path, fields)
        expect(await response.text(), `${path} ${address}`).not.toContain('my secret')
      }
    }
  })

  test('a form without sense is told so beside the field', async () => {
    const response = await signIn(web.visitor(tenant), 'no address', '')
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('valid e-mail address')
  })

  test('nobody in an organisation that is not active', async () => {
    const { email } = await person()
    const set = (status: string) =>
      inPlatform(tenant.database.pool, (trx) =>
        trx.updateTable('platform.entity').set({ status }).where('id', '=', tenant.place.id).execute(),
      )
    await set('inactive')
    const response = await signIn(web.visitor(tenant), email)
    await set('active')
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('Account is inactive')
  })

  test("a user of another organisation, though the address is one's own there", async () => {
    const { email } = await person()
    expect((await signIn(web.visitor(await freshTenant()), email)).status).toBe(422)
    expect((await signIn(web.visitor(mainHost), email)).status).toBe(422)
  })
})

describe('an operator', () => {
  const operator = async (given: object = {}) => {
    const row = newOperator({ password_hash: kept, ...given })
    await inPlatform(tenant.database.pool, (trx) => trx.insertInto('platform.operator').values(row).execute())
    return row
  }

  test('signs in on the main host only', async () => {
    const { email } = await operator()
    const browser = web.visitor(mainHost)
    expect(await signIn(browser, email)).toRedirectTo('/admin/dashboard')
    expect((await browser.get('/admin/dashboard')).status).toBe(200)
    expect((await signIn(web.visitor(tenant), email)).status).toBe(422)
  })

  test('unknown, wrong and inactive are answered alike to who does not know the password', async () => {
    const { email } = await operator()
    const inactive = await operator({ status: 'inactive' })
    const wrong = await answered(await signIn(web.visitor(mainHost), email, 'wrong password'))
    expect(wrong.text).toContain('Admin invalid credentials')
    expect(
      await answered(await signIn(web.visitor(mainHost), 'nobody@lunas.test', 'wrong password')),
    ).toEqual(wrong)
    expect(await answered(await signIn(web.visitor(mainHost), inactive.email, 'wrong password'))).toEqual(
      wrong,
    )
    expect(await (await signIn(web.visitor(mainHost), inactive.email)).text()).toContain(
      'Account is inactive',
    )
  })

  test('has five tries too', async () => {
    const { email } = await operator()
    for (let n = 0; n < 5; n++) await signIn(web.visitor(mainHost), email, 'wrong password')
    expect(await (await signIn(web.visitor(mainHost), email)).text()).toContain('Too many wrong passwords')
  })
})
