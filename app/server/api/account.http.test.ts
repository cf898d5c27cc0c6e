import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { newRecoveryToken } from '#app/domain/identity/passwords/recovery.ts'
import { newId } from '#db/id.ts'
import { user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { cheapHash, password } from '#tests/support/people/sign-in.ts'
import { type Client, client } from '#tests/support/product/api.ts'
import { type App, app } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let guest: Client
let password_hash: string
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  guest = client(web, tenant)
  password_hash = cheapHash(password)
})

const somebody = (roles: string[] = ['superadmin']) =>
  tenant.write((trx) => user(trx, { roles, password_hash }))
const login = (email: string | null, secret = password) =>
  guest.post('auth/login/email', { email, password: secret })
async function signedIn(roles?: string[]) {
  const person = await somebody(roles)
  const { result } = await login(person.email)
  return { person, who: client(web, tenant, result.token) }
}

describe('signing in', () => {
  test('by e-mail gives a token that works, the person and the organisation, and no secret', async () => {
    const person = await somebody()
    const { status, result, headers, text } = await login(person.email)
    expect([status, Object.keys(result).sort()]).toEqual([200, ['entity', 'token', 'user']])
    expect(result.user).toMatchObject({ id: person.id, roles: ['superadmin'] })
    expect(text.replace(result.token, '')).not.toMatch(/argon2|hash/)
    expect(headers.get('set-cookie')).toBeNull()
    expect((await client(web, tenant, result.token).get('profile/view')).result.user.id).toBe(person.id)
  })

  test('by e-mail is refused alike for a wrong password and an unknown address', async () => {
    const person = await somebody()
    for (const email of [person.email, 'nobody@nowhere.test']) {
      const { status, error } = await login(email, 'not the password')
      expect([status, error.code, error.message]).toEqual([
        401,
        'AUTH_INVALID_CREDENTIALS',
        'Invalid credentials: the address or the password is not right.',
      ])
    }
  })

  test('by code needs what was given when it was asked for', async () => {
    const asked = await guest.post('auth/login/otp/request', { phone: '+60123330001', channel: 'sms' })
    expect(Date.parse(asked.result.expiresAt)).toBeGreaterThan(Date.parse(asked.result.resendAt))
    const { pending } = asked.result
    for (const given of [
      { phone: '+60123330001', pending },
      { phone: '+60123330002', pending },
    ]) {
      const { status, error } = await guest.post('auth/login/otp/verify', { ...given, code: '123456' })
      expect([status, error.code]).toEqual([401, 'AUTH_OTP_INVALID'])
    }
  })
})

describe('a forgotten password', () => {
  test('is answered alike for everybody', async () => {
    const person = await somebody()
    for (const email of [person.email, 'nobody@nowhere.test'])
      expect((await guest.post('auth/forgot/email', { email })).result).toEqual({ sent: true })
  })

  test('is set anew by its token, once', async () => {
    const person = await somebody()
    const token = await tenant.write((trx) => newRecoveryToken(trx, 'tenant', person.id))
    const body = { token, password: 'kuih lapis 7 warna', passwordConfirmation: 'kuih lapis 7 warna' }
    const { result } = await guest.post('auth/reset/token', body)
    expect(result.user.id).toBe(person.id)
    expect((await client(web, tenant, result.token).get('profile/view')).status).toBe(200)
    expect((await guest.post('auth/reset/token', body)).error.code).toBe('AUTH_RECOVERY_EXPIRED')
    const other = await guest.post('auth/reset/token', { ...body, token: 'x'.repeat(43) })
    expect(other.error.code).toBe('AUTH_TOKEN_INVALID')
  })
})

describe('the own account', () => {
  test.each([
    [['trainer', 'parent', 'clerk'], 'trainer'],
    [['parent'], 'parent'],
    [['clerk'], 'staff'],
  ])('of %j tells the profile %s', async (roles, profile) => {
    const { who, person } = await signedIn([...roles])
    const isTrainer = roles.some((role) => role === 'trainer')
    if (isTrainer)
      await tenant.write((trx) =>
        trx.insertInto('trainer').values({ id: newId(), user_id: person.id, name: person.name }).execute(),
      )
    const { result } = await who.get('profile/view')
    expect(Object.keys(result).sort()).toEqual([profile, 'user', 'waiting'].sort())
  })

  test('is changed in part, at the version that was read', async () => {
    const { who, person } = await signedIn(['clerk'])
    const { result } = await who.put('profile/update', { name: 'Nama Baharu', version: 1 })
    expect(result.user).toMatchObject({ name: 'Nama Baharu', email: person.email })
    expect((await who.put('profile/update', { name: 'Lain', version: 1 })).error.code).toBe(
      'VERSION_CONFLICT',
    )
    const wrong = await who.put('profile/update', { roles: ['superadmin'] })
    expect(Object.keys(wrong.error.fields!)).toEqual(['roles'])
  })

  test('gets a new password with the old one, and a new token', async () => {
    const { who, person } = await signedIn(['clerk'])
    const next = { password: 'teh tarik kurang manis', passwordConfirmation: 'teh tarik kurang manis' }
    const refused = await who.put('profile/password', { currentPassword: 'no', ...next })
    expect([refused.status, refused.error.code]).toEqual([422, 'AUTH_PASSWORD_INVALID'])
    const { result } = await who.put('profile/password', { currentPassword: password, ...next })
    expect((await who.get('profile/view')).error.code).toBe('AUTH_TOKEN_INVALID')
    const after = client(web, tenant, result.token)
    const log = await after.get('profile/log/login?limit=1')
    expect(log.result).toMatchObject({ page: 1, logins: [{ method: expect.any(String) }] })
    expect((await login(person.email, next.password)).status).toBe(200)
  })
})

test('the client of the docs does what it says', async () => {
  const [, code] = /```js\n\/\/ api client\n(.*?)```/s.exec(readFileSync('docs/api.md', 'utf8'))!
  const person = await somebody()
  const address = `http://${tenant.host}:3000`
  const ask = (url: string, init: RequestInit) =>
    web.handle(
      new Request(url, { ...init, headers: { host: `${tenant.host}:3000`, ...(init.headers as object) } }),
      {
        address: '192.0.2.11',
      },
    )
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  const run = new AsyncFunction('fetch', 'address', 'email', 'password', code!)
  expect(await run(ask, address, person.email, password)).toEqual([tenant.branch.name])
})
