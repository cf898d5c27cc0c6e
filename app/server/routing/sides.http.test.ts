import { beforeAll, describe, expect, test, vi } from 'vitest'
import { freshTenant } from '#tests/support/database/tenant.ts'
import {
  type App,
  app,
  type Browser,
  builtProduct,
  mainHost,
  withRoutes,
} from '#tests/support/product/http.ts'

const ran = vi.fn(() => Response.json('ok'))

let web: App
let people: Record<'tenant' | 'main', Record<'none' | 'inside', Browser>>

beforeAll(async () => {
  const tenant = await freshTenant()
  const call = { handle: { access: 'guest', api: true }, loader: ran, action: ran }
  const page = { handle: { access: 'guest' }, loader: ran, action: ran }
  const build = withRoutes(await builtProduct(), {
    'routes/shared/zz-call-inside': { path: 'api/zz-call', module: call },
    'routes/shared/zz-call-outside': { path: 'zz-call', module: call },
    'routes/shared/zz-page-inside': { path: 'api/zz-page', module: page },
  })
  web = await app({ build })
  people = {
    tenant: { none: web.visitor(tenant), inside: await web.signedInAs(tenant, 'superadmin') },
    main: { none: web.visitor(mainHost), inside: await web.operator('owner') },
  }
})

describe('between the two sides', () => {
  test.each([
    ['main', '/dashboard', '/admin/login'],
    ['main', '/category', '/admin/login'],
    ['main', '/category/view/x', '/admin/login'],
    ['main', '/login', '/admin/login'],
    ['tenant', '/admin', '/'],
    ['tenant', '/admin/login', '/'],
    ['tenant', '/admin/dashboard', '/'],
    ['tenant', '/admin/dashboard.data', '/'],
    ['tenant', '/admin/nothing/here', '/'],
  ] as const)('on the %s host %s leads to %s', async (side, path, to) => {
    expect(await people[side].none.get(path)).toRedirectTo(to)
    expect(await people[side].none.post(path)).toRedirectTo(to)
  })

  test('the root redirects to the dashboard, which asks to sign in; on the main host for an operator only', async () => {
    expect(await people.tenant.none.get('/')).toRedirectTo('/dashboard')
    expect(await people.main.inside.get('/')).toRedirectTo('/admin/dashboard')
    expect((await people.main.none.get('/')).status).toBe(200)
    expect(await people.tenant.none.get('/dashboard')).toRedirectTo('/login')
    expect(await people.main.none.get('/admin/dashboard')).toRedirectTo('/admin/login')
  })

  test('after signing in, a person gets to the page that they wanted', async () => {
    expect(await people.tenant.none.get('/category?page=2')).toRedirectTo('/login?to=%2Fcategory%3Fpage%3D2')
    expect(await people.tenant.none.post('/category/new')).toRedirectTo('/login')
  })

  test.each(['/nothing', '/category/nothing/at/all', '/Admin2', '/zz-call/unknown'])(
    '%s is nowhere',
    async (path) => {
      for (const side of ['main', 'tenant'] as const)
        expect((await people[side].none.get(path)).status).toBe(404)
    },
  )

  test('the list of routes for scripts names those of its own side only', async () => {
    const version = web.build.assets.version
    const ask = (side: 'main' | 'tenant') =>
      people[side].none.get(`/__manifest?p=%2Fadmin%2Fdashboard&p=%2Fcategory&version=${version}`)
    const names = async (side: 'main' | 'tenant') => Object.keys(await (await ask(side)).json())
    expect(await names('tenant')).toContain('routes/tenant/category/list')
    expect((await names('tenant')).join()).not.toContain('main/')
    expect(await names('main')).toContain('routes/main/dashboard')
    expect((await names('main')).join()).not.toContain('tenant/')
  })

  test('the route tables of the two sides share nothing but the shared ones', async () => {
    expect((await people.main.inside.get('/category.data')).status).toBe(404)
  })
})

describe('a call of the API', () => {
  // routes are found whatever the case of letters
  test.each(['/api/zz-call', '/API/zz-call'])('%s is one', async (path) => {
    for (const side of ['main', 'tenant'] as const) {
      const response = await people[side].inside.get(path)
      expect([response.status, await response.text()]).toEqual([200, '"ok"'])
    }
  })

  test.each(['/zz-call', '/api/zz-page', '/API/zz-page', '/%61pi/zz-call'])('%s is none', async (path) => {
    ran.mockClear()
    for (const side of ['main', 'tenant'] as const) {
      expect((await people[side].inside.get(path)).status).toBe(404)
      expect((await people[side].inside.post(path)).status).toBe(404)
    }
    expect(ran).not.toHaveBeenCalled()
  })
})
