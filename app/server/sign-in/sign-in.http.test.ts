import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Piscina } from 'piscina'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Hashing } from '#app/domain/identity/passwords/hashing-thread.ts'
import { hashPassword } from '#app/domain/identity/passwords/passwords.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { type Accounts, openAccounts } from '#tests/support/people/accounts.ts'
import { answered, password, signIn } from '#tests/support/people/sign-in.ts'
import { app, mainHost, newOperator, productPool } from '#tests/support/product/http.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'

let web: Accounts['web']
let tenant: Accounts['tenant']
let person: Accounts['person']
let kept: string

beforeAll(async () => {
  ;({ web, tenant, person, kept } = await openAccounts())
})
beforeEach(() => withPlatform(tenant.database.pool, (trx) => trx.deleteFrom('platform.rate_limit').execute()))

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
      withPlatform(tenant.database.pool, (trx) =>
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
    await withPlatform(tenant.database.pool, (trx) =>
      trx.insertInto('platform.operator').values(row).execute(),
    )
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

describe('tries are counted', () => {
  test('the sixth password is not looked at, known or unknown address, right or wrong password', async () => {
    const { email } = await person()
    for (const address of [email!, 'unknown@school.test']) {
      for (let n = 0; n < 5; n++) {
        const response = await signIn(web.visitor(tenant), address, 'wrong password')
        expect(await response.text(), `${n}`).toContain('Invalid credentials')
      }
    }
    const right = await answered(await signIn(web.visitor(tenant), email))
    expect(right.text).toContain('Too many wrong passwords')
    expect(await answered(await signIn(web.visitor(tenant), email, 'wrong password'))).toEqual(right)
    expect(await answered(await signIn(web.visitor(tenant), 'unknown@school.test'))).toEqual(right)
  })

  test('many at once are no more than one after the other', async () => {
    const { email } = await person()
    const tries = Array.from({ length: 20 }, () => signIn(web.visitor(tenant), email, 'wrong password'))
    const texts = await Promise.all((await Promise.all(tries)).map((response) => response.text()))
    expect(texts.filter((text) => text.includes('Invalid credentials'))).toHaveLength(5)
  })

  test('the right password begins anew, and the rest ends after fifteen minutes', async () => {
    const { email } = await person()
    const wrong = async (times: number) => {
      for (let n = 0; n < times; n++) await signIn(web.visitor(tenant), email, 'wrong password')
    }
    for (let n = 0; n < 2; n++) {
      await wrong(4)
      expect(await signIn(web.visitor(tenant), email)).toRedirectTo('/dashboard')
    }
    await wrong(5)
    expect((await signIn(web.visitor(tenant), email)).status).toBe(422)
    await withPlatform(tenant.database.pool, (trx) =>
      trx.updateTable('platform.rate_limit').set({ expire: sql`expire - 900001` }).execute(),
    )
    expect(await signIn(web.visitor(tenant), email)).toRedirectTo('/dashboard')
  })

  test('one organisation does not use up the tries of another', async () => {
    const other = await freshTenant()
    for (let n = 0; n < 5; n++) await signIn(web.visitor(other), 'shared@school.test', 'wrong password')
    const { email } = await person({ email: 'shared@school.test' })
    expect(await signIn(web.visitor(tenant), email)).toRedirectTo('/dashboard')
  })

  test('strangers do not lock a person out of where they sign in from', async () => {
    const behind = await app({ trustProxy: true })
    const from = (ip: string) => ({ 'x-forwarded-for': ip })
    const sign = (address: string | null, secret: string, ip: string) =>
      behind.visitor(tenant).post('/login', { email: address ?? '', password: secret }, from(ip))
    const { email } = await person()
    expect(await sign(email, password, '2001:db8:5:5::1')).toRedirectTo('/dashboard')
    for (let n = 0; n < 6; n++) await sign(email, 'wrong password', `198.51.100.${n}`)
    expect(await (await sign(email, password, '198.51.100.99')).text()).toContain('Too many wrong passwords')
    expect(await sign(email, password, '2001:db8:5:5:ffff::2')).toRedirectTo('/dashboard')
    for (let n = 0; n < 5; n++) await sign(email, 'wrong password', '2001:db8:5:5::3')
    expect(await (await sign(email, password, '2001:db8:5:5::4')).text()).toContain(
      'Too many wrong passwords',
    )
  })

  const usedByNetwork = (points: number) =>
    withPlatform(tenant.database.pool, (trx) =>
      trx
        .insertInto('platform.rate_limit')
        .values({
          key: 'login:192.0.2.1',
          entity_id: tenant.place.id,
          points,
          expire: sql<number>`(extract(epoch from now()) * 1000)::bigint + 60000`,
        })
        .execute(),
    )

  test('a network has a hundred wrong passwords an hour, over all accounts', async () => {
    await usedByNetwork(98)
    for (const status of [422, 422, 429]) {
      const { email } = await person()
      expect((await signIn(web.visitor(tenant), email, 'wrong password')).status).toBe(status)
    }
    const { email } = await person()
    expect((await signIn(web.visitor(tenant), email)).status).toBe(429)
  })

  test('an office where everybody signs in from one address is not locked out by right passwords', async () => {
    await usedByNetwork(97)
    const { email } = await person()
    for (let n = 0; n < 12; n++) expect(await signIn(web.visitor(tenant), email)).toRedirectTo('/dashboard')
    // what was guessed from there still counts: three are left of the hundred
    const { email: other } = await person()
    for (const status of [422, 422, 422, 429])
      expect((await signIn(web.visitor(tenant), other, 'wrong password')).status).toBe(status)
  })

  test('each try is logged, with what came of it and never the password', async () => {
    const { email, id } = await person()
    await signIn(web.visitor(tenant), email, 'a wrong word')
    await signIn(web.visitor(tenant), email)
    const rows = await tenant.read((db) =>
      db.selectFrom('login_log').selectAll().where('user_id', '=', id).orderBy('at').execute(),
    )
    expect(rows.map((row) => [row.method, row.result, row.ip])).toEqual([
      ['email', 'auth.invalid_credentials', '192.0.2.1'],
      ['email', 'signed_in', '192.0.2.1'],
    ])
    expect(JSON.stringify([rows, web.log])).not.toContain('a wrong word')
  })
})

describe('an unknown address', () => {
  const real = async () => (await person({ password_hash: await hashPassword(password) })).email
  const wrong = (address: string | null) => signIn(web.visitor(tenant), address, 'wrong password')

  test('costs the same work as a wrong password', async () => {
    const email = await real()
    const work = vi.spyOn(Piscina.prototype as Piscina<Hashing, Uint8Array>, 'run')
    for (const address of [email, 'nobody@school.test']) await wrong(address)
    const costs = work.mock.calls.map(([{ message: _, nonce: __, ...cost }]) => cost)
    expect(costs).toHaveLength(2)
    expect(costs[1]).toEqual(costs[0])
  })

  test.runIf(soaking)('takes as long as a wrong password', async () => {
    const email = await real()
    const time = async (address: string | null) => {
      const started = performance.now()
      await wrong(address)
      return performance.now() - started
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let n = 0; n < 60; n++) {
      await withPlatform(tenant.database.pool, (trx) => trx.deleteFrom('platform.rate_limit').execute())
      known.push(await time(email))
      unknown.push(await time('nobody@school.test'))
    }
    // what else the machine does can only add to a time: the quickest of many are the work itself
    const [slower, faster] = [Math.min(...known), Math.min(...unknown)].sort((a, b) => b - a) as [
      number,
      number,
    ]
    expect(slower / faster).toBeLessThan(1.4)
    figure(
      `sign-in: a wrong password takes ${(slower / faster).toFixed(2)} times as long as an unknown address, or the other way round`,
    )
  })
})

test('who waits for a password to be checked holds no connection: a page is answered meanwhile', async () => {
  const pool = await productPool(tenant.database.appUrl, { max: 1, waitMs: 10_000 })
  onTestFinished(() => pool.end())
  const small = await app({ services: { pool } })
  const clerk = await small.signedInAs(tenant, 'clerk')
  let done = 0
  const flood = Array.from({ length: 16 }, async (_, n) => {
    const response = await signIn(small.visitor(tenant), `flood-${n}@school.test`, 'wrong password')
    done++
    return response.status
  })
  expect((await clerk.get('/dashboard')).status).toBe(200)
  expect(done).toBeLessThan(8)
  expect(new Set(await Promise.all(flood))).toEqual(new Set([422]))
})
