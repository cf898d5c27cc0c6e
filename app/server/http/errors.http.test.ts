import { redirect } from '@remix-run/node'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import {
  type App,
  app,
  type Browser,
  builtProduct,
  builtServer,
  mainHost,
  withRoutes,
} from '#tests/support/product/http.ts'
import { stopwatch } from '#tests/support/run/stopwatch.ts'

const secret = 'select * from secret_table at /srv/lunas/app/secret.ts'
const boom = () => {
  throw new Error(secret)
}
const { Refusal } = await builtServer()
const refusing = () => {
  throw new Refusal('input.too_long', 'name', { max: 20 })
}
const page = () => 'a page'
const handle = { access: 'guest' }
const routes = {
  'routes/shared/zz-page': { path: 'zz/page', module: { handle, loader: boom, action: boom, default: page } },
  'routes/shared/zz-resource': { path: 'zz/resource', module: { handle, loader: boom, action: boom } },
  'routes/shared/zz-render': { path: 'zz/render', module: { handle, loader: () => null, default: boom } },
  'routes/shared/zz-refusal': {
    path: 'zz/refusal',
    module: { handle, loader: refusing, action: refusing, default: page },
  },
  'routes/shared/zz-refusal-resource': {
    path: 'zz/refusal-resource',
    module: { handle, loader: refusing, action: refusing },
  },
  'routes/shared/zz-string': {
    path: 'zz/string',
    module: {
      handle,
      loader: () => {
        throw secret
      },
      default: page,
    },
  },
  'routes/shared/zz-redirect': { path: 'zz/redirect', module: { handle, loader: () => redirect('/login') } },
}

let web: App
let tenant: Tenant
let people: [string, Browser][]

beforeAll(async () => {
  tenant = await freshTenant()
  web = await app({ build: withRoutes(await builtProduct(), routes) })
  people = [
    ['visitor of a tenant', web.visitor(tenant)],
    ['clerk', await web.signedInAs(tenant, 'clerk')],
    ['visitor of the main host', web.visitor(mainHost)],
    ['operator', await web.operator()],
  ]
})
beforeEach(() => {
  web.log.length = 0
})

const wrong = () => web.log.filter((line) => line.level >= 50)

describe.each(['/zz/page', '/zz/resource', '/zz/render', '/zz/string'])('what breaks in %s', (path) => {
  test.each(['get', 'post'] as const)(
    'by %s tells the reader an id, and only the log why',
    async (method) => {
      for (const [who, browser] of people) {
        web.log.length = 0
        const response = await browser[method](path)
        if (method === 'post' && !['/zz/page', '/zz/resource'].includes(path)) {
          expect(response.status, who).toBe(405)
          continue
        }
        expect(response.status, who).toBe(500)
        expect(response.headers.get('content-type'), who).toBe('text/html; charset=utf-8')
        const text = await response.text()
        const id = response.headers.get('x-request-id')!
        expect(text, who).toContain('Unexpected error')
        expect(text, who).toContain(id)
        expect(text, who).not.toMatch(/secret|\.ts:|at async|Error:/)
        expect(wrong().length, who).toBeGreaterThanOrEqual(1)
        expect(wrong()[0], who).toMatchObject({ msg: 'unexpected error', requestId: id })
        expect(JSON.stringify(wrong()), who).toContain('secret_table')
      }
    },
  )
})

test.each(['/zz/page.data', '/zz/resource.data'])('what breaks in %s is as quiet', async (path) => {
  const response = await people[1]![1].get(path)
  expect(response.status).toBe(500)
  expect(await response.text()).not.toMatch(/secret|\.ts:/)
})

describe('a refusal', () => {
  test.each([
    ['/zz/refusal', 'get'],
    ['/zz/refusal', 'post'],
    ['/zz/refusal-resource', 'get'],
    ['/zz/refusal-resource', 'post'],
  ] as const)(
    'of %s (%s) has its status and its sentence with values, and is no error in the log',
    async (path, method) => {
      for (const [who, browser] of people) {
        const response = await browser[method](path)
        expect(response.status, who).toBe(422)
        expect(await response.text(), who).toContain('at most 20 characters')
      }
      expect(wrong()).toEqual([])
    },
  )

  test('is said in the language of the reader', async () => {
    for (const path of ['/zz/refusal', '/zz/refusal-resource']) {
      const response = await web.visitor(tenant).get(path, { 'accept-language': 'ms' })
      const text = await response.text()
      expect(text).toContain('lang="ms')
      expect(text).not.toContain('at most')
      expect(text).toContain('20')
    }
  })
})

test.each(['/category?q=%00', '/category/view/%00', '/%00', '/%E0%A4%A', '/category/%', '/%FF'])(
  '%s is nowhere, without a word in the log or on the console',
  async (path) => {
    const warned = vi.spyOn(console, 'warn')
    expect((await people[1]![1].get(path)).status).toBe(404)
    expect(wrong()).toEqual([])
    expect(warned).not.toHaveBeenCalled()
  },
)

describe('a wrong method', () => {
  test('of a page or a resource is said in words, and is no error in the log', async () => {
    for (const [who, browser] of people) {
      for (const path of ['/zz/render', '/zz/redirect']) {
        const response = await browser.post(path)
        expect([who, path, response.status]).toEqual([who, path, 405])
        expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      }
    }
    expect(wrong()).toEqual([])
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'PROPFIND', 'OPTIONS'])('%s is not run', async (method) => {
    const browser = web.visitor(tenant)
    for (const path of ['/zz/render', '/zz/redirect', '/category/export/csv']) {
      const response = await browser.send(path, { method, headers: { origin: `http://${browser.host}` } })
      expect([path, response.status]).toEqual([path, 405])
    }
    expect(wrong()).toEqual([])
  })

  test('HEAD is GET without a body', async () => {
    const response = await people[1]![1].send('/dashboard', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect((await web.visitor(tenant).send('/dashboard', { method: 'HEAD' })).status).toBe(302)
  })
})

describe('a form', () => {
  const clerk = () => people[1]![1]
  const strange: [string, BodyInit, string, number][] = [
    ['that is text', 'a=1', 'text/plain', 422],
    ['that is JSON', '{}', 'application/json', 422],
    ['that is broken multipart', 'x', 'multipart/form-data; boundary=x', 422],
    ['without a type', new Uint8Array([1, 2, 3]) as BodyInit, '', 422],
    ['with a zero byte', 'email=a%00b&password=x', 'application/x-www-form-urlencoded', 422],
    ['with ten thousand fields', 'a=1&'.repeat(10_000), 'application/x-www-form-urlencoded', 413],
  ]

  test.each(strange)('%s is refused, not an error', async (_, body, type, status) => {
    const headers: Record<string, string> = { origin: `http://${clerk().host}` }
    if (type) headers['content-type'] = type
    const admin = await web.signedInAs(tenant, 'superadmin')
    for (const [browser, path] of [
      [admin, '/login'],
      [admin, '/category/new'],
      [admin, '/category/remove/0198f000-0000-7000-8000-000000000000'],
    ] as const) {
      const response = await browser.send(path, { method: 'POST', body, headers })
      expect(response.status, path).toBe(status)
    }
    expect(wrong()).toEqual([])
  })

  test.each([
    '__proto__[polluted]=1',
    'constructor[prototype][polluted]=1',
    'constructor.prototype.polluted=1',
    'a.__proto__.polluted=1',
    `${'a[0]'.repeat(300)}=1`,
    `a[${10 ** 9}]=1`,
    'name[0]=a&name[1]=b',
    'code=a&code=b&code=c',
  ])('with fields such as %s does no harm', async (fields) => {
    const admin = await web.signedInAs(tenant, 'superadmin')
    const watch = stopwatch()
    const response = await admin.post('/category/new', fields)
    watch.within(2_000)
    expect([302, 422]).toContain(response.status)
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
    expect(wrong()).toEqual([])
  })

  test.each([
    '?page=-1',
    '?page=x',
    '?page=1e9',
    '?limit=100000',
    '?sort=;drop',
    '?q[]=x',
    '?q=%F0%9F%98%80',
    '?q=%',
    '?page=1&page=2',
  ])('of a search such as %s finds a page', async (search) => {
    expect((await clerk().get(`/category${search}`)).status).toBe(200)
    expect(wrong()).toEqual([])
  })
})
