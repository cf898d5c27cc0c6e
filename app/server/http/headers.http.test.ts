import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicCode } from '#db/id.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import {
  type App,
  addressesOf,
  app,
  type Browser,
  builtProduct,
  mainHost,
} from '#tests/support/product/http.ts'
import { faultsOf } from '#tests/support/product/safe-headers.ts'
import { share } from '#tests/support/run/soak.ts'

const addresses = share(addressesOf(await builtProduct()), 24, 'headers')

let web: App
let secure: App
let tenant: Tenant
let people: Record<'tenant' | 'main', { signedIn: Browser; visitor: Browser }>

beforeAll(async () => {
  tenant = await freshTenant()
  web = await app({ formTargets: ['https://bank.test'] })
  secure = await app({ secure: true })
  people = {
    tenant: { signedIn: await web.signedInAs(tenant, 'superadmin'), visitor: web.visitor(tenant) },
    main: { signedIn: await web.operator(), visitor: web.visitor(mainHost) },
  }
})

const expectSafe = (response: Response, about: string) =>
  expect(faultsOf(response.headers), about).toEqual([])

// the walk asks each route, and looks at all headers; here is what a page is asked with an id of nothing
describe.each(['tenant', 'main'] as const)('each address on the %s host', (side) => {
  test.each(addresses.map(({ path, id }) => [path, id]))('%s (%s)', async (path) => {
    for (const [who, browser] of Object.entries(people[side])) {
      const cookies = new Map(browser.cookies)
      for (const method of ['get', 'post'] as const) {
        const response = await browser[method](path)
        expectSafe(response, `${method} ${path} as ${who}: ${response.status}`)
        for (const [name, value] of cookies) browser.cookies.set(name, value)
      }
    }
  })
})

test('an address of no organisation leads to where one finds one’s own', async () => {
  const response = await web.visitor('nobody.test').get('/invoice')
  expect(response.status).toBe(421)
  const html = await response.text()
  expect(html).toContain(`<a href="http://${mainHost}/login/organisation">Find your organisation</a>`)
  expect(html).toMatch(/<svg [^>]*aria-label="Lunas"/)
  expect(html).toMatch(/Reference: [\w-]{12}/)
})

describe('each kind of error', () => {
  test.each([
    ['an unknown host', 421, () => web.visitor('nobody.test').get('/')],
    ['a page that is nowhere', 404, () => people.tenant.signedIn.get('/nowhere')],
    ['a broken address', 404, () => people.tenant.visitor.get('/%E0%A4%A')],
    [
      'a form of another site',
      403,
      () => people.tenant.visitor.post('/login', {}, { origin: 'https://evil.test' }),
    ],
    ['a wrong method', 405, () => people.tenant.signedIn.post('/dashboard')],
    [
      'a form that is too large',
      413,
      () => people.tenant.visitor.post('/login', { email: 'x'.repeat(1_000_001) }),
    ],
  ])('%s', async (about, status, ask) => {
    const response = await ask()
    expect(response.status).toBe(status)
    expectSafe(response, about)
  })

  test('probes', async () => {
    for (const path of ['/healthz', '/readyz']) expectSafe(await people.main.visitor.get(path), path)
  })
})

test('the nonce of the styles is new each time and fits the page', async () => {
  const pages = await Promise.all([people.tenant.visitor.get('/login'), people.tenant.visitor.get('/login')])
  const nonces = pages.map(
    (page) => /'nonce-([\w-]+)'/.exec(page.headers.get('content-security-policy')!)![1],
  )
  expect(new Set(nonces).size).toBe(2)
  const used = [...(await pages[0]!.text()).matchAll(/nonce="([^"]*)"/g)].map((match) => match[1])
  expect(new Set(used)).toEqual(new Set([nonces[0]]))
})

test('forms may lead to ourselves and to the bank, nowhere else', async () => {
  const policy = (await people.tenant.visitor.get('/login')).headers.get('content-security-policy')
  expect(policy).toContain("form-action 'self' https://bank.test;")
})

test('over https browsers are told to stay there', async () => {
  const browser = secure.visitor(tenant)
  expect((await browser.get('/login')).headers.get('strict-transport-security')).toMatch(/max-age=31536000/)
  expect((await people.tenant.visitor.get('/login')).headers.has('strict-transport-security')).toBe(false)
})

test('no page ships a script', async () => {
  for (const path of ['/login', '/dashboard', '/category', '/nowhere'])
    expect(await (await people.tenant.signedIn.get(path)).text(), path).not.toMatch(/<script/i)
})

test('pages are packed for who can unpack them', async () => {
  const plain = await (await people.tenant.visitor.get('/login')).text()
  const packed = await people.tenant.visitor.get('/login', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers.get('content-encoding')).toBe('br')
  const text = brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()
  const still = (html: string) => html.replaceAll(/nonce="[^"]*"/g, '')
  expect(still(text)).toBe(still(plain))
})

test('numbers about the process are for our own network', async () => {
  const ask = (address: string, headers: Record<string, string> = {}) =>
    web.handle(new Request(`http://${mainHost}/metrics`, { headers: { host: mainHost, ...headers } }), {
      address,
    })
  for (const address of [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    'fd00::1',
  ]) {
    const response = await ask(address)
    expect([address, response.status]).toEqual([address, 200])
    expect(await response.text()).toContain('lunas_request_seconds')
  }
  for (const address of ['192.0.2.1', '172.32.0.1', '8.8.8.8', '2001:db8::1', ''])
    expect([address, (await ask(address)).status]).toEqual([address, 404])
  expect((await ask('10.1.2.3', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(404)
})

test('the visitor’s address is the socket’s, and a proxy’s word counts only when it is ours', async () => {
  const behind = await app({ trustProxy: true })
  const addressOf = (log: App['log']) => log.at(-1)?.ip
  const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
  await web.visitor(tenant).get('/login', headers)
  expect(addressOf(web.log)).toBe('192.0.2.1')
  await behind.visitor(tenant).get('/login', headers)
  expect(addressOf(behind.log)).toBe('198.51.100.7')
  await behind.visitor(tenant).get('/login')
  expect(addressOf(behind.log)).toBe('192.0.2.1')
  for (const [header, address] of [
    ['203.0.113.9, [2001:DB8::0:7]:4711', '2001:db8::7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ["203.0.113.9, ' or 1=1", '192.0.2.1'],
    [`${'9'.repeat(4_000)}`, '192.0.2.1'],
  ] as const) {
    expect((await behind.visitor(tenant).get('/login', { 'x-forwarded-for': header })).status).toBe(200)
    expect(addressOf(behind.log)).toBe(address)
  }
})

test('each answer is one line of the log, with its tenant and without what was asked for', async () => {
  const browser = web.visitor(tenant)
  web.log.length = 0
  await browser.get('/login?to=%2Fsecret')
  expect(web.log).toHaveLength(1)
  expect(web.log[0]).toMatchObject({
    tenant: tenant.entity.subdomain,
    method: 'GET',
    path: '/login',
    status: 200,
    requestId: expect.any(String),
  })
  expect(JSON.stringify(web.log)).not.toContain('secret')
})

test('a public code is a key, and the log has only its beginning', async () => {
  const code = newPublicCode()
  web.log.length = 0
  await web.visitor(tenant).get(`/payment/receipt/${code}/file`)
  expect(web.log.map((line) => line.path)).toEqual([`/payment/receipt/${code.slice(0, 4)}…/file`])
  expect(JSON.stringify(web.log)).not.toContain(code)
})
