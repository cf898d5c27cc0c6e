import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import { user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { forgetCounts, giveCode, letPass, phoneOwner } from '#tests/support/people/codes.ts'
import '#tests/support/product/matchers.ts'
import { pendingConfirm, proveByConfirmCode, reachesOf, requestConfirmCode } from './confirm-code.ts'
import { codeLife } from './one-time-code.ts'
import { requestSignInCode, signInByPhone } from './phone-sign-in.ts'

const ring = keyringOf(environment.appKey)
const ip = '192.0.2.7'
let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})
beforeEach(() => forgetCounts(tenant))

/** Somebody with a number, signed in; the session is all that the functions know of it. */
async function signedIn(given: Parameters<typeof user>[1] = {}) {
  const { id, phone } = await phoneOwner(tenant, { password_hash: null, ...given })
  return { user_id: id, phone, session_id: newId() }
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>

async function ask({ user_id, session_id }: SignedIn, channel: 'sms' | 'whatsapp' | 'email' = 'sms') {
  const reaches = await tenant.write((trx) => reachesOf(trx, user_id, ['sms', 'whatsapp']))
  const asker = { user_id, session_id, reaches, channel, locale: 'en', ip }
  return (await requestConfirmCode(tenant.write, asker)).pending
}
const prove = (
  { user_id, session_id }: Pick<SignedIn, 'user_id' | 'session_id'>,
  pending: string | undefined,
  code: string,
) =>
  proveByConfirmCode(
    tenant.write,
    ring,
    { kind: 'user', id: user_id, ip, user_agent: 'a browser' },
    { session_id, pending, code },
  )
const given = (address: string, code?: string) => tenant.write((trx) => giveCode(trx, address, code))
const results = (user_id: string) =>
  tenant.write((trx) =>
    trx
      .selectFrom('login_log')
      .select(['method', 'result'])
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
  )

describe('a code that confirms', () => {
  test('works once, in the session and browser that asked, and is in the login log', async () => {
    const person = await signedIn()
    const pending = await ask(person)
    await expect(tenant).toHaveEnqueued('code.send', { code_id: expect.any(String) })
    await given(person.phone)
    await prove(person, pending, '271828')
    await expect(prove(person, pending, '271828')).toRefuse('auth.otp_over')
    expect(await results(person.user_id)).toEqual([
      { method: 'confirm', result: 'confirmed' },
      { method: 'confirm', result: 'auth.otp_over' },
    ])
  })

  test('is worth nothing in another session, another browser or for somebody else', async () => {
    const [person, other] = [await signedIn(), await signedIn()]
    const pending = await ask(person)
    await given(person.phone)
    for (const [who, browser] of [
      [{ ...person, session_id: newId() }, pending],
      [{ ...person, session_id: other.session_id }, pending],
      [other, pending],
      [person, undefined],
      [person, 'x'.repeat(43)],
      [person, pending.slice(0, 42)],
    ] as const)
      await expect(prove(who, browser, '271828')).toRefuse('auth.otp_over')
    await prove(person, pending, '271828')
  })

  test('does not confirm somebody else, even from the same session', async () => {
    const [person, other] = [await signedIn(), await signedIn()]
    const pending = await ask(person)
    await given(person.phone)
    await expect(prove({ ...other, session_id: person.session_id }, pending, '271828')).toRefuse(
      'auth.otp_over',
    )
  })

  test('does not sign in, and one that signs in does not confirm', async () => {
    const person = await signedIn()
    const pending = await ask(person)
    await given(person.phone)
    const guest = { ...systemActor, type: 'guest' as const, ip }
    const come = (browser: string) =>
      signInByPhone(tenant.write, ring, guest, { pending: browser, code: '271828' })
    await expect(come(pending)).toRefuse('auth.otp_invalid')
    await letPass(tenant, 61)
    const request = { phone: person.phone, channel: 'sms', locale: 'en', ip } as const
    const signIn = (await requestSignInCode(tenant.write, request)).pending
    await given(person.phone, '271828')
    await expect(prove(person, signIn, '271828')).toRefuse('auth.otp_over')
    expect(await come(signIn)).toBe(person.user_id)
  })

  test('is dead after five wrong tries, and the fifth says so', async () => {
    const person = await signedIn()
    const pending = await ask(person)
    await given(person.phone)
    for (let n = 1; n < codeLife.tries; n++)
      await expect(prove(person, pending, '000000')).toRefuse('auth.otp_invalid')
    await expect(prove(person, pending, '000000')).toRefuse('auth.otp_over')
    await expect(prove(person, pending, '271828')).toRefuse('auth.otp_over')
  })

  test('is dead after five minutes', async () => {
    const person = await signedIn()
    const pending = await ask(person)
    await given(person.phone)
    await tenant.write((trx) =>
      trx
        .updateTable('one_time_code')
        .set({ expires_at: sql`now() - interval '1 second'` })
        .where('address', '=', person.phone)
        .execute(),
    )
    await expect(prove(person, pending, '271828')).toRefuse('auth.otp_over')
  })

  test('is replaced by the next one, which waits a minute and counts with those for signing in', async () => {
    const person = await signedIn()
    const first = await ask(person)
    await given(person.phone)
    await expect(ask(person, 'whatsapp')).toRefuse('auth.code_wait')
    await letPass(tenant, 61)
    const second = await ask(person, 'whatsapp')
    await given(person.phone, '161803')
    await expect(prove(person, first, '271828')).toRefuse('auth.otp_over')
    const request = { phone: person.phone, channel: 'sms', locale: 'en', ip } as const
    await expect(requestSignInCode(tenant.write, request)).toRefuse('auth.code_wait')
    await letPass(tenant, 61)
    await requestSignInCode(tenant.write, request)
    await letPass(tenant, 61)
    await expect(ask(person)).toRefuse('auth.codes_over')
    await prove(person, second, '161803')
  })

  test('that went to a number which is no longer theirs confirms nothing', async () => {
    const person = await signedIn()
    const pending = await ask(person)
    await given(person.phone)
    await tenant.write((trx) =>
      trx
        .updateTable('user_account')
        .set({ phone: null, email: 'moved@school.test' })
        .where('id', '=', person.user_id)
        .execute(),
    )
    await expect(prove(person, pending, '271828')).toRefuse('auth.otp_over')
  })
})

describe('where a code goes', () => {
  const reaches = (user_id: string, open: ('sms' | 'whatsapp')[]) =>
    tenant.write((trx) => reachesOf(trx, user_id, open))

  test('to the phone, the preferred way first; to the mailbox of who has no mobile number', async () => {
    const { user_id, phone } = await signedIn({ email: 'both@school.test', preferred_channel: 'whatsapp' })
    const [whatsapp, sms] = [
      { channel: 'whatsapp', address: phone },
      { channel: 'sms', address: phone },
    ]
    expect(await reaches(user_id, ['sms', 'whatsapp'])).toEqual([whatsapp, sms])
    expect(await reaches(user_id, ['sms'])).toEqual([sms])
    expect(await reaches(user_id, [])).toEqual([{ channel: 'email', address: 'both@school.test' }])
    const fixed = await tenant.write((trx) =>
      user(trx, { phone: '+60355101234', email: 'Fixed@school.test' }),
    )
    expect(await reaches(fixed.id, ['sms'])).toEqual([{ channel: 'email', address: 'fixed@school.test' }])
    const unreachable = await tenant.write((trx) => user(trx, { phone: '+60355105678', email: null }))
    expect(await reaches(unreachable.id, ['sms'])).toEqual([])
  })

  test('never by a channel that is none of theirs', async () => {
    const person = await signedIn({ email: null })
    await expect(ask(person, 'email')).toRefuse('action_not_allowed')
  })

  test('and the page knows what it waits for in its own session alone', async () => {
    const person = await signedIn()
    const pending = await ask(person)
    const known = (session_id: string) => tenant.write((trx) => pendingConfirm(trx, session_id, pending))
    expect(await known(person.session_id)).toMatchObject({
      channel: 'sms',
      address: person.phone,
      alive: true,
    })
    expect(await known(newId())).toBeUndefined()
  })
})
