import { data } from '@remix-run/node'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Access } from '#app/domain/core/access/route-access.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import {
  type App,
  app,
  type Browser,
  builtProduct,
  mainHost,
  newSession,
  withRoutes,
} from '#tests/support/product/http.ts'
import type { Profile } from './gate.ts'

const looked = vi.fn(() => data(null))
const changed = vi.fn(() => data(null))
const page = () => null

/** What a route may say of itself. */
const kinds: [string, Access | undefined][] = [
  ['undeclared', undefined],
  ['guest', 'guest'],
  ['signed-in', 'signed-in'],
  ['tenant', 'category.view'],
  ['operator', 'operator'],
  ['admin', 'admin.collection.view'],
]

/** A page, a resource and a page that loads nothing for each kind of access. */
function routesOfEachKind() {
  const answer = (seen: () => unknown) => () => {
    seen()
    return new Response('ok')
  }
  const routes: Record<string, { path: string; module: object }> = {}
  for (const [name, access] of kinds) {
    const handle = access === undefined ? {} : { handle: { access } }
    const add = (prefix: string, module: object) => {
      routes[`routes/shared/${prefix}-${name}`] = {
        path: `${prefix}/${name}`,
        module: { ...handle, ...module },
      }
    }
    add('zz', { loader: looked, action: changed, default: page })
    add('zr', { loader: answer(looked), action: answer(changed) })
    add('zs', { default: page })
  }
  return routes
}

let tenant: Tenant
let web: App
/** An operator who helps has a test of their own. */
type Guarded = Exclude<Profile, 'helper'>
let people: Record<'tenant' | 'main', Record<Guarded, Browser>>

beforeAll(async () => {
  tenant = await freshTenant()
  web = await app({ build: withRoutes(await builtProduct(), routesOfEachKind()) })
  people = {
    tenant: {
      none: web.visitor(tenant),
      nobody: await web.signedInAs(tenant, 'trainer'),
      ended: await withDeadToken(tenant),
      user: await web.signedInAs(tenant, 'superadmin'),
      operator: web.visitor(tenant),
    },
    main: {
      none: web.visitor(mainHost),
      nobody: await web.operator('auditor'),
      ended: await withDeadToken(mainHost),
      user: web.visitor(mainHost),
      operator: await web.operator('owner'),
    },
  }
  const { id } = await tenant.actor('trainer')
  await tenant.write((trx) =>
    trx.updateTable('user_account').set({ status: 'inactive' }).where('id', '=', id).execute(),
  )
  await withPlatform(tenant.database.pool, (trx) =>
    trx.updateTable('platform.operator').set({ status: 'inactive' }).where('role', '=', 'auditor').execute(),
  )
})

/** A browser with the cookie of a session that is no more. */
async function withDeadToken(at: Tenant | string) {
  const browser = web.visitor(at)
  browser.cookies.set('lunas', newSession().token)
  return browser
}

/** What the guard of the specification answers; `ends` when the session's cookie must go. */
type Answer = 'proceeds' | 'refused' | { to: string; ends?: true }
const login = { to: '/login' }
const adminLogin = { to: '/admin/login' }

const table: { side: 'tenant' | 'main'; profile: Guarded; kind: string; answer: Answer }[] = [
  ...rows('tenant', 'none', ['refused', 'proceeds', login, login, adminLogin, adminLogin]),
  ...rows('tenant', 'nobody', [
    'refused',
    'proceeds',
    ended(login),
    ended(login),
    ended(adminLogin),
    ended(adminLogin),
  ]),
  ...rows('tenant', 'ended', [
    'refused',
    'proceeds',
    ended(login),
    ended(login),
    ended(adminLogin),
    ended(adminLogin),
  ]),
  ...rows('tenant', 'user', [
    'refused',
    'proceeds',
    'proceeds',
    'proceeds',
    { to: '/dashboard' },
    { to: '/dashboard' },
  ]),
  ...rows('main', 'none', ['refused', 'proceeds', login, login, adminLogin, adminLogin]),
  ...rows('main', 'nobody', [
    'refused',
    'proceeds',
    ended(login),
    ended(login),
    ended(adminLogin),
    ended(adminLogin),
  ]),
  ...rows('main', 'ended', [
    'refused',
    'proceeds',
    ended(login),
    ended(login),
    ended(adminLogin),
    ended(adminLogin),
  ]),
  ...rows('main', 'operator', [
    'refused',
    'proceeds',
    'proceeds',
    { to: '/admin/dashboard' },
    'proceeds',
    'proceeds',
  ]),
]

function rows(side: 'tenant' | 'main', profile: Guarded, answers: Answer[]) {
  return kinds.map(([kind], index) => ({ side, profile, kind, answer: answers[index]! }))
}
function ended({ to }: { to: string }): Answer {
  return { to, ends: true }
}

describe.each(['zz', 'zr'])('the guard before /%s', (prefix) => {
  test.each(table)('$side, $profile, $kind', async ({ side, profile, kind, answer }) => {
    const browser = people[side][profile]
    const session = browser.cookies.get('lunas')
    for (const method of ['get', 'post'] as const) {
      looked.mockClear()
      changed.mockClear()
      const response = await browser[method](`/${prefix}/${kind}`)
      const ran = (method === 'get' ? looked : changed).mock.calls.length
      if (answer === 'proceeds') expect([response.status, ran]).toEqual([200, 1])
      else if (answer === 'refused') expect([response.status, ran]).toEqual([403, 0])
      else {
        expect(ran).toBe(0)
        expect(response).toRedirectTo(new RegExp(`^${answer.to}(\\?to=|$)`))
        expect(browser.cookies.has('lunas')).toBe(session !== undefined && !answer.ends)
      }
      expect(response.headers.has('x-lunas-end-session')).toBe(false)
      if (session) browser.cookies.set('lunas', session)
    }
  })
})

describe('a request for the data of a page passes the same guard', () => {
  test.each([
    '/category.data',
    '/category.data?_routes=routes%2Ftenant%2Fcategory%2Flist',
    '/category?_data=routes%2Ftenant%2Fcategory%2Flist',
  ])('%s', async (path) => {
    const response = await people.tenant.none.get(path)
    const text = await response.text()
    expect([202, 302]).toContain(response.status)
    expect(response.headers.get('location') ?? text).toContain('/login')
  })

  test('and gets the data when it is allowed', async () => {
    const response = await people.tenant.user.get('/category.data')
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('routes/tenant/category/list')
  })

  test('an action by data is guarded and asked where it comes from', async () => {
    changed.mockClear()
    expect((await people.tenant.user.post('/zz/undeclared.data')).status).toBe(403)
    expect(
      (await people.tenant.user.post('/zz/guest.data', {}, { origin: 'https://evil.test' })).status,
    ).toBe(403)
    expect(changed).not.toHaveBeenCalled()
    expect((await people.tenant.user.post('/zz/guest.data')).status).toBe(200)
    expect(changed).toHaveBeenCalledOnce()
  })
})

test('a page that loads nothing is guarded all the same', async () => {
  expect((await people.tenant.user.get('/zs/undeclared')).status).toBe(403)
  expect(await people.tenant.none.get('/zs/signed-in')).toRedirectTo(/^\/login/)
  expect((await people.tenant.user.get('/zs/signed-in')).status).toBe(200)
})

describe('a permission', () => {
  test('that the role does not give is refused before anything is loaded', async () => {
    const parent = await web.signedInAs(tenant, 'parent')
    looked.mockClear()
    for (const path of ['/zz/tenant', '/zr/tenant', '/zs/tenant']) {
      const response = await parent.get(path)
      expect([path, response.status]).toEqual([path, 403])
      expect(await response.text()).toContain('Action not allowed')
    }
    expect(looked).not.toHaveBeenCalled()
  })

  test('is refused to somebody without any role', async () => {
    const { id } = await tenant.actor('clerk')
    const clerk = await web.signedInAs(tenant, 'clerk')
    const set = (roles: string[]) =>
      tenant.write((trx) => trx.updateTable('user_account').set({ roles }).where('id', '=', id).execute())
    await set([])
    const response = await clerk.get('/zz/tenant')
    await set(['clerk'])
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('suitable role')
  })
})

test('each route of the product declares its access', () => {
  const undeclared = Object.values(web.build.routes).filter(
    (route) => route!.id !== 'root' && !(route!.module.handle as { access?: unknown } | undefined)?.access,
  )
  expect(undeclared.map((route) => route!.id)).toEqual([
    'routes/shared/zz-undeclared',
    'routes/shared/zr-undeclared',
    'routes/shared/zs-undeclared',
  ])
})
