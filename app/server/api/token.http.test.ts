import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type Client, client, clientAs } from '#tests/support/product/api.ts'
import { type App, addressesOf, app, builtProduct, mainHost } from '#tests/support/product/http.ts'
import { share } from '#tests/support/run/soak.ts'
import { isApiPath } from './path.ts'

let web: App
let tenant: Tenant
let neighbour: Tenant
let admin: Client

beforeAll(async () => {
  web = await app({ forgetful: true })
  tenant = await freshTenant()
  neighbour = await freshTenant()
  admin = await clientAs(web, tenant, 'superadmin')
})

const view = (token: string | undefined, at = tenant) => client(web, at, token).get('entity/view')

describe('a token', () => {
  test('opens what its person may see, and the header may be written in any case', async () => {
    expect((await admin.get('entity/view')).status).toBe(200)
    expect(
      (await client(web, tenant).get('entity/view', { authorization: `bEARER  ${admin.token}` })).status,
    ).toBe(200)
  })

  test.each([
    ['none', () => undefined],
    ['one cut short', () => admin.token!.slice(0, 42)],
    [
      'one with another letter',
      () => `${admin.token!.slice(0, 42)}${admin.token!.endsWith('A') ? 'B' : 'A'}`,
    ],
    ['one with more letters', () => `${admin.token}A`],
    ['a made-up one', () => 'A'.repeat(43)],
    ['no token at all', () => 'x'],
  ])('%s is refused, with the scheme that is wanted', async (_, token) => {
    const { status, error, headers } = await view(token())
    expect([status, error.code]).toEqual([401, 'AUTH_TOKEN_INVALID'])
    expect(headers.get('www-authenticate')).toBe('Bearer realm="Lunas", error="invalid_token"')
    expect(error.message).toBe('Token is invalid. Please sign in again, or ask for a new link.')
  })

  test("of another organisation or of an operator is nobody's", async () => {
    expect((await view(admin.token, neighbour)).error.code).toBe('AUTH_TOKEN_INVALID')
    const operator = (await web.operator()).cookies.get('lunas')
    expect((await view(operator)).error.code).toBe('AUTH_TOKEN_INVALID')
  })

  test('by another scheme is not looked at', async () => {
    for (const authorization of [`Basic ${admin.token}`, admin.token!, `Bearer ${admin.token}, Bearer x`])
      expect((await client(web, tenant).get('entity/view', { authorization })).status, authorization).toBe(
        401,
      )
  })

  test.each(['token', 'access_token', 'authorization'])('in the address, as %s, is refused', async (name) => {
    const guest = client(web, tenant)
    expect((await guest.get(`entity/view?${name}=${admin.token}`)).error.code).toBe('AUTH_TOKEN_INVALID')
    const both = await admin.get(`entity/view?${name}=${admin.token}`)
    expect([both.status, Object.keys(both.error.fields!)]).toEqual([422, [name]])
  })

  const setSession = (values: object) =>
    tenant.write((trx) =>
      trx
        .updateTable('session')
        .set(values)
        .where('token_hash', '=', createHash('sha256').update(admin.token!).digest())
        .execute(),
    )

  test('whose time is over says so', async () => {
    await setSession({ expires_at: new Date(Date.now() - 1_000) })
    expect((await admin.get('entity/view')).error).toMatchObject({
      code: 'AUTH_TOKEN_EXPIRED',
      message: 'Token has expired. Please sign in again, or ask for a new link.',
    })
    await setSession({ expires_at: new Date(Date.now() + 86_400_000) })
    expect((await admin.get('entity/view')).status).toBe(200)
  })

  test('of somebody who may not come in any more says so', async () => {
    const trainer = await clientAs(web, tenant, 'trainer')
    const { id } = await tenant.actor('trainer')
    const set = (status: string) =>
      tenant.write((trx) => trx.updateTable('user_account').set({ status }).where('id', '=', id).execute())
    await set('inactive')
    expect((await trainer.get('entity/view')).error.code).toBe('AUTH_INACTIVE')
    await set('active')
    const setEntity = (status: string) =>
      withPlatform(tenant.database.pool, (trx) =>
        trx.updateTable('platform.entity').set({ status }).where('id', '=', tenant.place.id).execute(),
      )
    await setEntity('inactive')
    const { error } = await trainer.get('entity/view')
    await setEntity('active')
    expect(error.code).toBe('AUTH_INACTIVE')
  })

  test('that is guessed is logged, and after thirty guesses no more is answered', async () => {
    const guesser = await freshTenant()
    const codes = []
    for (let guess = 0; guess < 32; guess++)
      codes.push((await view(String(guess).padStart(43, 'x'), guesser)).error.code)
    expect(codes.slice(0, 30).every((code) => code === 'AUTH_TOKEN_INVALID')).toBe(true)
    expect(codes.slice(30)).toEqual(['RATE_LIMITED', 'RATE_LIMITED'])
    expect(web.log.filter(({ msg }) => msg === 'api token refused').length).toBeGreaterThanOrEqual(32)
    expect(JSON.stringify(web.log)).not.toContain('x'.repeat(41))
    expect((await client(web, guesser).get('entity/public')).status).toBe(200)
  })
})

const built = await builtProduct()

describe('every route, asked with cookie, token, both and none', () => {
  const routes = addressesOf(built).filter(
    ({ id, path }) => !/not-found|openapi|sandbox|fpx\./.test(id) && !path.startsWith('/language'),
  )
  const sides = { tenant: /^routes\/(tenant|shared)\//, main: /^routes\/(main|shared)\// } as const
  const asked = (['tenant', 'main'] as const).flatMap((side) =>
    routes.filter(({ id }) => sides[side].test(id)).map(({ path }) => ({ side, path })),
  )
  const [calls, pages] = [true, false].map((isCall) => asked.filter(({ path }) => isApiPath(path) === isCall))
  let tokens: Record<'tenant' | 'main', string>
  let networks = 0

  beforeAll(async () => {
    const operator = await web.operator('owner')
    tokens = { tenant: admin.token!, main: operator.cookies.get('lunas')! }
  })

  async function ask(side: 'tenant' | 'main', path: string, by: 'cookie' | 'bearer' | 'both' | 'none') {
    const host = side === 'tenant' ? `${tenant.host}:3000` : mainHost
    const headers = new Headers({ host, accept: 'text/html', 'sec-fetch-site': 'same-origin' })
    if (by === 'cookie' || by === 'both') headers.set('cookie', `lunas=${tokens[side]}`)
    if (by === 'bearer' || by === 'both') headers.set('authorization', `Bearer ${tokens[side]}`)
    // from a network of its own, since one that asks for many codes that are none is turned away
    const address = `198.51.${100 + (networks >> 8)}.${networks++ & 255}`
    const response = await web.handle(new Request(`http://${host}${path}`, { headers }), { address })
    return { status: response.status, to: response.headers.get('location')?.replace(/\?.*/, '') ?? null }
  }

  test('there are many', () => expect(asked.length).toBeGreaterThan(60))

  test.each([...calls!, ...share(pages!, 60, 'token')])('$side $path', async ({ side, path }) => {
    const [cookie, bearer, both, none] = [
      await ask(side, path, 'cookie'),
      await ask(side, path, 'bearer'),
      await ask(side, path, 'both'),
      await ask(side, path, 'none'),
    ]
    if (isApiPath(path)) {
      expect(cookie).toEqual(none)
      expect(bearer).toEqual(both)
    } else {
      expect(bearer).toEqual(none)
      expect(cookie).toEqual(both)
    }
  })

  test('the difference is there to be seen', async () => {
    expect(await ask('tenant', '/api/entity/view', 'cookie')).toMatchObject({ status: 401 })
    expect(await ask('tenant', '/api/entity/view', 'bearer')).toMatchObject({ status: 200 })
    expect(await ask('tenant', '/category', 'bearer')).toEqual({ status: 302, to: '/login' })
    expect(await ask('tenant', '/category', 'cookie')).toMatchObject({ status: 200 })
  })

  test.each([
    '/API/entity/view',
    '/Api/Entity/View',
    '/%61pi/entity/view',
    '//api/entity/view',
    '/api/entity/view/',
    '/api/entity/view.data',
    '/api/entity/view?_data=routes%2Ftenant%2Fapi%2Fentity-view',
    '/api%2Fentity%2Fview',
  ])('however the address is written, a cookie opens nothing: %s', async (path) => {
    expect([401, 404]).toContain((await ask('tenant', path, 'cookie')).status)
  })
})
