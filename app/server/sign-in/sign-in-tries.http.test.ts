import { sql } from 'kysely'
import { Piscina } from 'piscina'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Hashing } from '#app/domain/identity/passwords/hashing-thread.ts'
import { hashPassword } from '#app/domain/identity/passwords/passwords.ts'
import { inPlatform } from '#db/in-place.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { type Accounts, openAccounts } from '#tests/support/people/accounts.ts'
import { answered, password, signIn } from '#tests/support/people/sign-in.ts'
import { app, productPool } from '#tests/support/product/http.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'

let web: Accounts['web']
let tenant: Accounts['tenant']
let person: Accounts['person']

beforeAll(async () => {
  ;({ web, tenant, person } = await openAccounts())
})
beforeEach(() => inPlatform(tenant.database.pool, (trx) => trx.deleteFrom('platform.rate_limit').execute()))

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

  test('a network has a hundred an hour, over all accounts', async () => {
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
      await inPlatform(tenant.database.pool, (trx) => trx.deleteFrom('platform.rate_limit').execute())
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
