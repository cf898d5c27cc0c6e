import { beforeAll, describe, expect, test } from 'vitest'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type Client, client, clientAs } from '#tests/support/product/api.ts'
import { type App, app } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let guest: Client
let admin: Client

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  guest = client(web, tenant)
  admin = await clientAs(web, tenant, 'superadmin')
})

describe('a body', () => {
  test.each([
    ['', 'body'],
    ['{', 'body'],
    ['nothing', 'body'],
    ['{"a":1,}', 'body'],
    ['[]', 'body'],
    ['null', 'body'],
    ['"text"', 'body'],
    ['{"a":1}', 'a'],
    ['{"__proto__":{"admin":true}}', '__proto__'],
    ['{"constructor":1}', 'constructor'],
    ['{"\\u005f_proto__":1}', '__proto__'],
    ['{"email":"a@b.test","email":"c@d.test"}', 'email'],
    ['{"email":"a@b.test","\\u0065mail":"c@d.test"}', 'email'],
    ['{"a":"\\u0000"}', 'body'],
    ['{"a":"\\ud800"}', 'body'],
    [`${'['.repeat(9)}${']'.repeat(9)}`, 'body'],
    [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'body'],
  ])('%# that is not what it should be is refused by name', async (body, field) => {
    const { status, error } = await guest.post('entity/init', body)
    expect([status, error.code, Object.keys(error.fields!)]).toEqual([422, 'INPUT_INVALID', [field]])
    expect(error.message).toContain('The given input(s) is invalid')
  })

  test('in another coding than UTF-8 is refused', async () => {
    const body = Buffer.from('{"é":1}', 'latin1')
    const { status } = await guest.send('entity/init', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(422)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/jsonp',
    '',
  ])('of the type %j is not read', async (type) => {
    const { status, error } = await guest.post('entity/init', '{}', { 'content-type': type })
    expect([status, error.code]).toEqual([415, 'MEDIA_TYPE_UNSUPPORTED'])
  })

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'of the type %j is read',
    async (type) => {
      expect((await guest.post('entity/init', '{}', { 'content-type': type })).status).toBe(200)
    },
  )

  test('of a megabyte is too large, told or not', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(1_048_576) })
    const told = await admin.put('entity/update', body)
    expect([told.status, told.error.code]).toEqual([413, 'BODY_TOO_LARGE'])
    const stream = new Blob([body]).stream()
    const streamed = await admin.send('entity/update', {
      method: 'PUT',
      body: stream,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    } as RequestInit & { headers: Record<string, string> })
    expect(streamed.status).toBe(413)
  })
})

describe('what is no call', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/entity',
    '/api/entity/view/x',
    '/api/../api/none',
    '/API/none',
    '/api/%00',
    '/api/%zz',
  ])('%s is not found, in JSON', async (path) => {
    const { status, error } = await admin.get(path)
    expect(status).toBe(404)
    expect(error.code).toBe('NOT_FOUND_CALL')
  })

  test.each([
    ['POST', 'entity/view', 'GET'],
    ['DELETE', 'entity/view', 'GET'],
    ['GET', 'entity/update', 'PUT'],
    ['PATCH', 'entity/update', 'PUT'],
    ['GET', 'entity/init', 'POST'],
    ['OPTIONS', 'entity/view', 'GET'],
  ])('%s %s says which method it takes', async (method, call, allowed) => {
    const { status, error, headers } = await admin.send(call, { method })
    expect([status, error.code, headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', allowed])
  })

  test('an unknown host is told in JSON', async () => {
    const request = new Request('http://nobody.test/api/entity/init', { headers: { host: 'nobody.test' } })
    const response = await web.handle(request, { address: '192.0.2.9' })
    expect(response.status).toBe(421)
    expect(await response.json()).toMatchObject({ error: { code: 'UNKNOWN_HOST' } })
  })

  test('another website gets nothing, and is not let read anything', async () => {
    const foreign = await guest.post(
      'entity/init',
      {},
      { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
    )
    expect([foreign.status, foreign.error.code]).toEqual([403, 'CROSS_SITE'])
    const asked = await guest.send('entity/init', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
    })
    expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('the database away is told in JSON', async () => {
    const gone = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    const pool = { options: { max: 1 }, connect: () => Promise.reject(gone) }
    const site = {
      of: async () => ({
        side: 'tenant',
        host: tenant.host,
        origin: `http://${tenant.host}:3000`,
        entity: tenant.entity,
      }),
    }
    // Stand-ins, which have no more than is asked of them.
    const offline = await app({ services: { pool: pool as never, sites: site as never } })
    const { status, error, headers } = await client(offline, tenant).get('entity/public')
    expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '5'])
  })

  test('a mistake of ours is told in JSON, without its words', async () => {
    // The mistake is one that no type allows.
    const broken = await app({ services: { ring: undefined as never } })
    const chief = client(broken, tenant, admin.token)
    const { status, error, text } = await chief.put('entity/update', {
      version: 1,
      smtp: {
        host: 'mail.test',
        port: 587,
        username: 'u',
        password: 'geheim',
        senderName: 'S',
        senderEmail: 's@s.test',
      },
    })
    expect([status, error.code]).toEqual([500, 'UNEXPECTED'])
    expect(text.replace(error.requestId, '')).not.toMatch(/TypeError|geheim|ring/)
  })
})

describe('the language of an answer', () => {
  test('is what the caller asks for, or the own one of who is signed in', async () => {
    const malay = { 'accept-language': 'ms-MY' }
    expect((await guest.get('entity/view', malay)).error.message).toBe(
      'Token tidak sah. Sila log masuk semula, atau minta pautan baharu.',
    )
    expect((await admin.put('entity/update', {}, malay)).error.message).toContain(
      'The given input(s) is invalid',
    )
    expect((await guest.get('nothing', malay)).error.message).toBe('Panggilan ini tidak wujud')
  })
})

describe('limits', () => {
  test('are told with each answer and hold for each token by itself', async () => {
    const clerk = await clientAs(web, tenant, 'clerk')
    const other = await clientAs(web, tenant, 'admin')
    const first = await clerk.put('entity/update', {})
    // A clerk may not, so the gate has answered and nothing was counted.
    expect(first.headers.get('ratelimit-limit')).toBeNull()
    const read = await clerk.get('entity/view')
    expect(read.headers.get('ratelimit-limit')).toBe('600')
    expect(Number(read.headers.get('ratelimit-remaining'))).toBe(599)
    const answers = []
    for (let count = 0; count < 62; count++) answers.push(await other.put('entity/update', {}))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(60)
    const last = answers.at(-1)!
    expect([last.status, last.error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(last.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(last.headers.get('ratelimit-remaining')).toBe('0')
    expect((await other.get('entity/view')).status).toBe(200)
    expect((await admin.put('entity/update', {})).status).toBe(422)
  })
})
