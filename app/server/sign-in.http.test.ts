import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#app/domain/accounts/passwords.server.ts'
import { inPlatform } from '#db/in-place.ts'
import { createPool } from '#db/pool.ts'
import { type Given, user } from '#tests/support/factories.ts'
import { type App, app, type Browser, mainHost, newOperator } from '#tests/support/http.ts'
import { freshTenant, type Tenant } from '#tests/support/tenant.ts'

const password = 'pisang goreng 42'
let kept: string
let web: App
let tenant: Tenant

beforeAll(async () => {
  kept = await hashPassword(password)
  web = await app()
  tenant = await freshTenant()
})

beforeEach(() => inPlatform(tenant.database.pool, (trx) => trx.deleteFrom('platform.rate_limit').execute()))

const person = (given: Given<'user_account'> = {}) =>
  tenant.write((trx) => user(trx, { password_hash: kept, ...given }))

const signIn = (
  browser: Browser,
  email: string | null,
  secret = password,
  more: Record<string, string> = {},
) =>
  browser.post(browser.host === mainHost ? '/admin/login' : '/login', {
    email: email ?? '',
    password: secret,
    ...more,
  })

/** A page without what differs at each request: the nonce. */
async function told(response: Response) {
  const text = (await response.text())
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(/[\w.-]+@[\w.-]+/g, 'EMAIL')
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-request-id'))
  headers['content-security-policy'] = headers['content-security-policy']!.replace(/nonce-[^']*/, '')
  return { status: response.status, headers, text }
}

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
  expect(rows[0]!.expires_at.getTime() - Date.now()).toBeGreaterThan(364 * 86_400_000)
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
    const wrong = await told(await signIn(web.visitor(tenant), email, 'wrong password'))
    const unknown = await told(await signIn(web.visitor(tenant), 'nobody@school.test', 'wrong password'))
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('Invalid credentials')
    expect(unknown).toEqual(wrong)
  })

  test('and so is an account that is inactive, locked, removed or without a password, to who does not know it', async () => {
    const wrong = await told(await signIn(web.visitor(tenant), 'nobody@school.test', 'wrong password'))
    for (const given of [
      { status: 'inactive' },
      { deleted_at: new Date() },
      { roles: [] },
      { password_hash: null },
    ]) {
      const { email } = await person(given)
      expect(
        await told(await signIn(web.visitor(tenant), email, 'wrong password')),
        JSON.stringify(given),
      ).toEqual(wrong)
    }
    const { email } = await person({ deleted_at: new Date() })
    expect(await told(await signIn(web.visitor(tenant), email))).toEqual(wrong)
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

  test('the password is never in an answer', async () => {
    const { email } = await person()
    for (const secret of ['my secret wrong word', 'x'.repeat(129), ''])
      expect(await (await signIn(web.visitor(tenant), email, secret)).text()).not.toContain(
        secret || 'value=""x',
      )
    expect(await (await signIn(web.visitor(tenant), 'no address', 'my secret')).text()).not.toContain(
      'my secret',
    )
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

describe('tries are counted', () => {
  test('the sixth password is not looked at, known or unknown address, right or wrong password', async () => {
    const { email } = await person()
    for (const address of [email!, 'unknown@school.test']) {
      for (let n = 0; n < 5; n++) {
        const response = await signIn(web.visitor(tenant), address, 'wrong password')
        expect(await response.text(), `${n}`).toContain('Invalid credentials')
      }
    }
    const right = await told(await signIn(web.visitor(tenant), email))
    expect(right.text).toContain('Too many wrong passwords')
    expect(await told(await signIn(web.visitor(tenant), email, 'wrong password'))).toEqual(right)
    expect(await told(await signIn(web.visitor(tenant), 'unknown@school.test'))).toEqual(right)
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
    await wrong(4)
    expect(await signIn(web.visitor(tenant), email)).toRedirectTo('/dashboard')
    await wrong(5)
    expect((await signIn(web.visitor(tenant), email)).status).toBe(422)
    await inPlatform(tenant.database.pool, (trx) =>
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

  test('an address of the network has a hundred an hour, over all accounts', async () => {
    await inPlatform(tenant.database.pool, (trx) =>
      trx
        .insertInto('platform.rate_limit')
        .values({
          key: 'login:192.0.2.1',
          entity_id: tenant.place.id,
          points: 99,
          expire: sql<number>`(extract(epoch from now()) * 1000)::bigint + 60000`,
        })
        .execute(),
    )
    const { email } = await person()
    expect(await signIn(web.visitor(tenant), email)).toRedirectTo('/dashboard')
    const response = await signIn(web.visitor(tenant), email)
    expect(response.status).toBe(429)
    const { email: other } = await person()
    expect((await signIn(web.visitor(tenant), other)).status).toBe(429)
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

test('an unknown address takes as long as a wrong password', async () => {
  const { email } = await person()
  const time = async (address: string | null) => {
    const started = performance.now()
    await signIn(web.visitor(tenant), address, 'wrong password')
    return performance.now() - started
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < 30; n++) {
    await inPlatform(tenant.database.pool, (trx) => trx.deleteFrom('platform.rate_limit').execute())
    known.push(await time(email))
    unknown.push(await time('nobody@school.test'))
  }
  const middle = (times: number[]) => times.sort((a, b) => a - b)[times.length / 2]!
  const [slower, faster] = [middle(known), middle(unknown)].sort((a, b) => b - a) as [number, number]
  expect(slower / faster).toBeLessThan(1.4)
})

test('a flood of passwords holds no connections: a page is answered meanwhile', async () => {
  const { appUrl } = tenant.database
  const pool = createPool(appUrl, { max: 2, waitMs: 1_500 })
  const small = await app({ services: { pool } })
  const flood = Array.from({ length: 30 }, (_, n) =>
    signIn(small.visitor(tenant), `flood-${n}@school.test`, 'wrong password'),
  )
  const clerk = await small.signedInAs(tenant, 'clerk')
  const started = performance.now()
  const response = await clerk.get('/dashboard')
  const took = performance.now() - started
  const statuses = (await Promise.all(flood)).map((answer) => answer.status)
  await pool.end()
  expect(response.status).toBe(200)
  expect(took).toBeLessThan(1_000)
  expect(statuses.every((status) => status === 422)).toBe(true)
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
    const wrong = await told(await signIn(web.visitor(mainHost), email, 'wrong password'))
    expect(wrong.text).toContain('Admin invalid credentials')
    expect(await told(await signIn(web.visitor(mainHost), 'nobody@lunas.test', 'wrong password'))).toEqual(
      wrong,
    )
    expect(await told(await signIn(web.visitor(mainHost), inactive.email, 'wrong password'))).toEqual(wrong)
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
