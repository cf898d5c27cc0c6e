import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import {
  askForCode,
  comeByCode,
  type From,
  forgetCounts,
  giveCode,
  letPass,
  newPhone,
  phoneOwner,
} from '#tests/support/people/codes.ts'
import '#tests/support/product/matchers.ts'
import { networkOf } from '#app/domain/core/network.ts'
import { timesUsed } from '#app/domain/core/rate-limit.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { environment } from '#app/environment.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { requestCode, tryCode } from './codes.ts'
import {
  type CodePurpose,
  codeLife,
  codesPerAddress,
  guessedPerDay,
  guessedPerHour,
  wrongCodesPerHour,
} from './one-time-code.ts'
import { pendingSignIn } from './phone-sign-in.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})
beforeEach(() => forgetCounts(tenant))
afterEach(() => {
  vi.useRealTimers()
})

const ask = (phone: string, { at = tenant, ip }: From = {}) => askForCode(at, phone, ip)
const come = (pending: string | undefined, code: string, { at = tenant, ip }: From = {}) =>
  comeByCode(at, pending, code, ip)
const given = (phone: string, code?: string, at = tenant) => at.write((trx) => giveCode(trx, phone, code))
const age = (phone: string, seconds: number) =>
  tenant.write((trx) =>
    trx
      .updateTable('one_time_code')
      .set({
        created_at: sql`created_at - make_interval(secs => ${seconds})`,
        expires_at: sql`expires_at - make_interval(secs => ${seconds})`,
      })
      .where('address', '=', phone)
      .execute(),
  )

describe('a code', () => {
  test('is good for what it was asked for, and for nothing else', async () => {
    const { id, phone } = await phoneOwner(tenant)
    const request = { channel: 'sms', address: phone, locale: 'en', ip: '192.0.2.1' } as const
    const { pending } = await requestCode(
      tenant.write,
      { ...request, purpose: 'registration' },
      async () => ({
        user_id: id,
      }),
    )
    await given(phone)
    const proves = (purpose: CodePurpose) =>
      tryCode(tenant.write, environmentKeyring(environment), {
        ...{ purpose, pending, code: '271828', ip: request.ip },
      })
    expect(await proves('sign_in')).toBeUndefined()
    expect(await proves('confirm')).toBeUndefined()
    expect(await proves('registration')).toMatchObject({ address: phone, user_id: id })
  })

  test('lets its person in once, in the browser that asked', async () => {
    const { id, phone } = await phoneOwner(tenant)
    const pending = await ask(phone)
    await given(phone)
    expect(await come(pending, '271828')).toBe(id)
    await expect(come(pending, '271828')).toRefuse('auth.otp_invalid')
  })

  test('that was entered right does not count against its network, where a whole office may sit', async () => {
    const ip = '192.0.2.77'
    const asked = () => tenant.read((db) => timesUsed(db, `code:visitor:${networkOf(ip)}`, 3_600))
    const { id, phone } = await phoneOwner(tenant)
    const pending = await ask(phone, { ip })
    expect(await asked()).toBe(1)
    await given(phone)
    await expect(come(pending, '111111', { ip })).toRefuse('auth.otp_invalid')
    expect(await asked()).toBe(1)
    expect(await come(pending, '271828', { ip })).toBe(id)
    expect(await asked()).toBe(0)
  })

  test('is worth nothing in another browser, at another organisation, or for somebody else', async () => {
    const { phone } = await phoneOwner(tenant)
    const other = await freshTenant()
    await phoneOwner(other, { phone })
    const pending = await ask(phone)
    const elsewhere = await ask(phone, { at: other })
    await given(phone)
    await given(phone, '314159', other)
    for (const [browser, code, at] of [
      [undefined, '271828', tenant],
      ['x'.repeat(43), '271828', tenant],
      [pending.slice(0, 42), '271828', tenant],
      [elsewhere, '271828', tenant],
      [pending, '271828', other],
      [elsewhere, '271828', other],
    ] as const)
      await expect(come(browser, code, { at })).toRefuse('auth.otp_invalid')
    expect(await come(pending, '271828')).toBeTruthy()
  })

  test('is dead after five wrong tries, also when many come at once', async () => {
    const { phone } = await phoneOwner(tenant)
    const pending = await ask(phone)
    await given(phone)
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => come(pending, `00000${n % 10}`)),
    )
    expect(tries.every(({ status }) => status === 'rejected')).toBe(true)
    const row = await tenant.read((db) =>
      db.selectFrom('one_time_code').select('tries').where('address', '=', phone).executeTakeFirstOrThrow(),
    )
    expect(row.tries).toBe(codeLife.tries)
    await expect(come(pending, '271828')).toRefuse('auth.otp_invalid')
  })

  test('of two who come with it at once, one is let in', async () => {
    const { phone } = await phoneOwner(tenant)
    const pending = await ask(phone)
    await given(phone)
    const both = await Promise.allSettled([come(pending, '271828'), come(pending, '271828')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('is over after five minutes, and void once another was asked for', async () => {
    const { phone } = await phoneOwner(tenant)
    const pending = await ask(phone)
    await given(phone)
    await age(phone, codeLife.seconds + 1)
    await expect(come(pending, '271828')).toRefuse('auth.otp_invalid')
    await letPass(tenant, 61)
    const second = await ask(phone)
    await given(phone)
    await letPass(tenant, 61)
    const third = await ask(phone)
    await given(phone, '314159')
    await expect(come(second, '271828')).toRefuse('auth.otp_invalid')
    expect(await come(third, '314159')).toBeTruthy()
  })

  test('does not exist until it is sent: nobody gets in by a row that has none', async () => {
    const { phone } = await phoneOwner(tenant)
    const pending = await ask(phone)
    for (const code of ['', '000000', 'null', 'undefined'])
      await expect(come(pending, code)).toRefuse('auth.otp_invalid')
    const unknown = newPhone()
    const nobody = await ask(unknown)
    await given(unknown)
    await expect(come(nobody, '271828')).toRefuse('auth.otp_invalid')
  })

  test('is kept so that who reads the database cannot use it, and the queue does not hold it', async () => {
    const { phone } = await phoneOwner(tenant)
    const pending = await ask(phone)
    await given(phone)
    const rows = await tenant.read((db) => db.selectFrom('one_time_code').selectAll().execute())
    // Ids are left out: six digits may be in one of them by chance.
    const kept = rows.map(({ id, user_id, ...row }) => row)
    expect(JSON.stringify(kept)).not.toContain('271828')
    expect(JSON.stringify(rows)).not.toContain(pending)
    await expect(tenant).toHaveEnqueued('code.send', { code_id: expect.any(String) })
  })

  test('of a day ago or tomorrow means nothing: only the clock of the database counts', async () => {
    const { phone } = await phoneOwner(tenant)
    for (const hours of [-26, 26]) {
      await forgetCounts(tenant)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
      const pending = await ask(phone)
      expect(await tenant.read((db) => pendingSignIn(db, pending))).toMatchObject({ wait_seconds: 60 })
      await expect(ask(phone)).toRefuse('auth.code_wait')
      await given(phone)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 3_600_000 })
      expect(await come(pending, '271828')).toBeTruthy()
      vi.useRealTimers()
    }
  })
})

describe('who is let in', () => {
  const withCode = async (account: Parameters<typeof phoneOwner>[1]) => {
    const { phone, id } = await phoneOwner(tenant, account)
    const pending = await ask(phone)
    await given(phone)
    return { id, come: () => come(pending, '271828') }
  }

  test('nobody who is inactive or has no role, which only the right code brings to light', async () => {
    await expect((await withCode({ status: 'inactive' })).come()).toRefuse('auth.inactive')
    await expect((await withCode({ roles: [] })).come()).toRefuse('role_unsuitable')
  })

  test('who was invited, and is active from then on', async () => {
    const { id, come: comeIn } = await withCode({ status: 'invited', roles: ['parent'] })
    await comeIn()
    const [account, audit] = await tenant.read((db) =>
      Promise.all([
        db
          .selectFrom('user_account')
          .select(['status', 'last_login_at'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
        db.selectFrom('audit_log').select(['action', 'actor_id']).where('object_id', '=', id).execute(),
      ]),
    )
    expect(account).toMatchObject({ status: 'active', last_login_at: expect.any(Date) })
    expect(audit).toEqual([{ action: 'user.activated', actor_id: id }])
  })

  test('nobody whose number was given to somebody else in the meantime', async () => {
    const { phone, id } = await phoneOwner(tenant)
    const pending = await ask(phone)
    await given(phone)
    await tenant.write((trx) =>
      trx.updateTable('user_account').set({ phone: null }).where('id', '=', id).execute(),
    )
    await phoneOwner(tenant, { phone })
    await expect(come(pending, '271828')).toRefuse('auth.otp_invalid')
  })

  test('every try is in the login log', async () => {
    const { phone, id } = await phoneOwner(tenant)
    const pending = await ask(phone)
    await given(phone)
    await expect(come(pending, '000000')).rejects.toThrow()
    await come(pending, '271828')
    const rows = await tenant.read((db) =>
      db
        .selectFrom('login_log')
        .select(['method', 'result', 'user_id'])
        .orderBy('at', 'desc')
        .limit(2)
        .execute(),
    )
    expect(rows).toEqual([
      { method: 'phone', result: 'signed_in', user_id: id },
      { method: 'phone', result: 'auth.otp_invalid', user_id: null },
    ])
  })
})

describe('S8: guessing', () => {
  test('one account from many addresses: ten codes and fifty tries a day, whoever asks', async () => {
    const { phone } = await phoneOwner(tenant)
    let codes = 0
    let looked = 0
    let requests = 0
    let guesses = 0
    for (let minute = 0; minute < 24 * 60; minute += 6) {
      requests += 1
      const ip = `198.51.${minute >> 8}.${minute & 255}`
      const pending = await ask(phone, { ip }).catch(() => undefined)
      await letPass(tenant, 360)
      if (!pending) continue
      codes += 1
      await given(phone)
      for (let n = 0; n < codeLife.tries + 3; n++) {
        guesses += 1
        const guess = String(minute * 10 + n).padStart(6, '0')
        await expect(come(pending, guess, { ip: `203.0.113.${n}` })).toRefuse('auth.otp_invalid')
      }
      const { tries } = await tenant.read((db) =>
        db
          .selectFrom('one_time_code')
          .select('tries')
          .where('address', '=', phone)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow(),
      )
      looked += tries
    }
    expect(codes).toBe(codesPerAddress[2].points)
    expect(looked).toBe(codes * codeLife.tries)
    expect(guessedPerDay).toBeLessThanOrEqual(50e-6)
    expect(looked / 1e6).toBeLessThanOrEqual(50e-6)
    process.stderr.write(
      `S8: ${requests} requests in a day for one account, each from another address, gave ${codes} codes; of ${guesses} ` +
        `guesses ${looked} were looked at: chance ${(looked / 1e6).toExponential()}, however many are sent\n`,
    )
  })

  test('a number gets three codes in ten minutes, five an hour, ten a day', async () => {
    const phone = newPhone()
    const answers: string[] = []
    const more = async (times: number, seconds: number) => {
      let taken = 0
      for (let n = 0; n < times; n++) {
        const answer = await ask(phone, { ip: `192.0.2.${n}` }).then(
          () => 'taken',
          (error: { code: string }) => error.code,
        )
        answers.push(answer)
        if (answer === 'taken') taken += 1
        await letPass(tenant, seconds)
      }
      return taken
    }
    expect(await more(5, 61)).toBe(3)
    await letPass(tenant, 400)
    expect(await more(5, 61)).toBe(2)
    await letPass(tenant, 3_600)
    expect(await more(30, 720)).toBe(5)
    expect(new Set(answers)).toEqual(new Set(['taken', 'auth.codes_over', 'auth.codes_over_day']))
  })

  test('many requests for one number at once are one', async () => {
    const phone = newPhone()
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => ask(phone)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('S8: what strangers do locks nobody out of an organisation', () => {
  const addresses = soaking ? 1_000 : 10
  const address = (n: number) => `10.${n >> 8}.${n & 255}.1`
  /** As many uses of a key as there may be before it is reached. */
  const used = (at: Tenant, key: string, points: number) =>
    at.write((trx) =>
      trx
        .insertInto('platform.rate_limit')
        .values({ key, points, expire: sql<number>`(extract(epoch from now()) * 1000)::bigint + 3600000` })
        .onConflict((conflict) => conflict.columns(['entity_id', 'key']).doUpdateSet({ points }))
        .execute(),
    )
  const count = (at: Tenant, key: string) =>
    at.read(async (db) => {
      const row = await db
        .selectFrom('platform.rate_limit')
        .select('points')
        .where('key', '=', key)
        .executeTakeFirst()
      return row?.points ?? 0
    })
  let askers = 0
  /** Somebody who has a code and has not given it yet. */
  const waiting = async (at = tenant) => {
    const { phone, id } = await phoneOwner(at)
    const pending = await ask(phone, { at, ip: `172.16.0.${++askers}` })
    await given(phone, undefined, at)
    return { phone, id, pending }
  }

  test(`codes that are dead or were never anybody's, from ${addresses} addresses, count for nobody else`, async () => {
    const victim = await waiting()
    const dead = await waiting()
    await come(dead.pending, '271828')
    const before = soaking ? 0 : wrongCodesPerHour.place - 5
    if (before > 0) await used(tenant, 'code:wrong', before)
    for (let n = 0; n < addresses; n++) {
      const pending = n % 2 ? dead.pending : `${n}`.padStart(43, 'x')
      await expect(come(pending, '000000', { ip: address(n) })).toRefuse('auth.otp_invalid')
    }
    expect(await count(tenant, 'code:wrong')).toBe(before)
    expect(await come(victim.pending, '271828')).toBe(victim.id)
  })

  test('codes that are good, tried until the organisation is wary: a right one given first lets in', async () => {
    const spray = await freshTenant()
    const victims = [await waiting(spray), await waiting(spray), await waiting(spray)]
    await used(spray, 'code:wrong', wrongCodesPerHour.place - 2 * codeLife.tries)
    let looked = 0
    for (let n = 0; n < 2; n++) {
      const target = await waiting(spray)
      for (let guess = 0; guess < codeLife.tries; guess++, looked++)
        await expect(come(target.pending, `00000${guess}`, { at: spray, ip: address(looked) })).toRefuse(
          'auth.otp_invalid',
        )
    }
    expect(await count(spray, 'code:wrong')).toBe(wrongCodesPerHour.place)
    const [first, tried, late] = victims
    expect(await come(first!.pending, '271828', { at: spray })).toBe(first!.id)

    // and each code that is sent from then on is worth one guess
    const alive = async (pending: string) =>
      (await spray.read((db) => pendingSignIn(db, pending)))?.alive === true
    for (let n = 0; n < 5; n++) {
      const target = await waiting(spray)
      for (const guess of ['000000', '271828'])
        await expect(come(target.pending, guess, { at: spray, ip: address(500 + n) })).toRefuse(
          'auth.otp_invalid',
        )
      expect(await alive(target.pending)).toBe(false)
    }
    expect(await count(spray, 'code:wrong')).toBe(wrongCodesPerHour.place + 5)
    expect(guessedPerHour(5)).toBe((wrongCodesPerHour.place + 5) / 1e6)

    await forgetCounts(spray)
    await expect(come(tried!.pending, '000000', { at: spray })).toRefuse('auth.otp_invalid')
    await used(spray, 'code:wrong', wrongCodesPerHour.place)
    await expect(come(tried!.pending, '271828', { at: spray })).toRefuse('auth.otp_invalid')
    expect(await alive(tried!.pending)).toBe(false)
    expect(await come(late!.pending, '271828', { at: spray })).toBe(late!.id)
  })

  test('from the same network: who tries dead ones is refused them, and a right one given first lets in', async () => {
    const { id, pending } = await waiting()
    const line = '2001:db8:1:2'
    for (let n = 0; n < wrongCodesPerHour.visitor; n++)
      await expect(come(undefined, '000000', { ip: `${line}::${n.toString(16)}` })).toRefuse(
        'auth.otp_invalid',
      )
    await expect(come(undefined, '000000', { ip: `${line}:ffff::1` })).toRefuse('too_many_requests')
    await expect(come(undefined, '000000', { ip: '2001:db8:1:3::1' })).toRefuse('auth.otp_invalid')
    expect(await come(pending, '271828', { ip: `${line}::7` })).toBe(id)
  })

  test('by asking for codes: any number of them, for numbers that somebody has and others', async () => {
    await used(tenant, 'code:place', 600)
    await used(tenant, 'code:finder', 600)
    for (let n = 0; n < (soaking ? 1_000 : 20); n++) await ask(newPhone(), { ip: address(n) })
    const { id, pending } = await waiting()
    expect(await come(pending, '271828')).toBe(id)
  })

  test('by asking for codes of one person: who asks from where they signed in before gets theirs', async () => {
    const home = '2001:db8:7:7::1'
    const { phone, id } = await phoneOwner(tenant)
    const before = await ask(phone, { ip: home })
    await given(phone)
    await come(before, '271828', { ip: home })
    await letPass(tenant, 86_400)
    for (let n = 0; n < codesPerAddress[2].points; n++) {
      await letPass(tenant, 3_600)
      await ask(phone, { ip: address(n) })
    }
    await letPass(tenant, 61)
    await expect(ask(phone, { ip: address(99) })).toRefuse('auth.codes_over_day')
    const pending = await ask(phone, { ip: '2001:db8:7:7:8888::9' })
    await given(phone, '314159')
    expect(await come(pending, '314159', { ip: home })).toBe(id)
    expect(await count(tenant, `code:2:${phone} from ${networkOf(home)}`)).toBe(1)
  })
})
