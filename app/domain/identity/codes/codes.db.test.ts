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
import { codeLife } from './one-time-code.ts'
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
  test('lets its person in once, in the browser that asked', async () => {
    const { id, phone } = await phoneOwner(tenant)
    const pending = await ask(phone)
    await given(phone)
    expect(await come(pending, '271828')).toBe(id)
    await expect(come(pending, '271828')).toRefuse('auth.otp_invalid')
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
