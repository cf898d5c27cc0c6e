import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_BODY_BYTES } from './call.ts'
import { submissionBody } from './calls.ts'
import { createPortal, type Gate } from './client.ts'
import { portalConfig, shareLink } from './config.ts'
import { gapMs } from './limits.ts'
import { tokenKey } from './tokens.ts'

type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => unknown

let url: string
let logins: { body: string; onbehalfof: string | undefined }[] = []
let answerLogin: Answer
let answer: Answer
const json = (response: ServerResponse, status: number, value: unknown, headers = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/json', CorrelationID: 'c-1', ...headers })
    .end(JSON.stringify(value))
const tokenOf = (claims: object) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sign`

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    if (request.url !== '/connect/token') return answer(request, body, response)
    logins.push({ body, onbehalfof: request.headers.onbehalfof as string | undefined })
    return answerLogin(request, body, response)
  })
})
// a busy machine closes no connection under a request
server.keepAliveTimeout = 600_000
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  logins = []
  answerLogin = (_request, _body, response) =>
    json(response, 200, {
      access_token: tokenOf({ TaxpayerTIN: 'C1234567890', n: logins.length }),
      expires_in: 3_600,
    })
  answer = (_request, _body, response) => json(response, 200, {})
})

const open: Gate = { enter: async () => 0, hold: async () => {} }
let clients = 0
const secretText = 'never-to-be-seen'
function portal(
  options: {
    gate?: Gate
    elapsed?: () => number
    secrets?: [string, string?]
    onBehalfOf?: string
    id?: string
    timeoutMs?: number
  } = {},
) {
  const credentials = {
    clientId: options.id ?? `client-${++clients}`,
    secrets: options.secrets ?? ([secretText] as [string]),
    ...(options.onBehalfOf ? { onBehalfOf: options.onBehalfOf } : {}),
  }
  const given = {
    gate: options.gate ?? open,
    timeoutMs: options.timeoutMs ?? 300_000,
    ...(options.elapsed ? { elapsedMs: options.elapsed } : {}),
  }
  return createPortal({ apiUrl: url }, credentials, given)
}

describe('logging in', () => {
  test('is a form, and on behalf of somebody by a header of this call alone', async () => {
    let header: string | undefined
    answer = (request, _body, response) => {
      header = request.headers.onbehalfof as string | undefined
      json(response, 200, {})
    }
    const one = portal({ onBehalfOf: 'IG12345678901:202001234567' })
    await one.validateTin('C1234567890', { type: 'BRN', value: '202001234567' })
    expect(logins).toHaveLength(1)
    expect(logins[0]!.onbehalfof).toBe('IG12345678901:202001234567')
    expect(Object.fromEntries(new URLSearchParams(logins[0]!.body))).toEqual({
      ...{ client_id: `client-${clients}`, client_secret: secretText },
      ...{ grant_type: 'client_credentials', scope: 'InvoicingAPI' },
    })
    expect(header).toBeUndefined()
  })

  test('a token serves a hundred calls, until five minutes before its end', async () => {
    let now = 0
    const one = portal({ elapsed: () => now })
    for (let n = 0; n < 100; n++) await one.getRecent()
    expect(logins).toHaveLength(1)
    now = 54 * 60_000
    await one.getRecent()
    expect(logins).toHaveLength(1)
    now = 56 * 60_000
    await one.getRecent()
    expect(logins).toHaveLength(2)
  })

  test('a token that lives for four minutes serves the first two', async () => {
    let now = 0
    answerLogin = (_request, _body, response) =>
      json(response, 200, { access_token: tokenOf({}), expires_in: 240 })
    const one = portal({ elapsed: () => now })
    await one.getRecent()
    now = 2 * 60_000 - 1
    await one.getRecent()
    expect(logins).toHaveLength(1)
    now = 2 * 60_000
    await one.getRecent()
    expect(logins).toHaveLength(2)
  })

  test('the same credentials have another token at another portal', () => {
    const credentials = { clientId: 'client', secrets: [secretText] as [string] }
    const [trial, real] = ['https://preprod-api.portal.example', 'https://api.portal.example']
    expect(tokenKey(trial, credentials)).not.toBe(tokenKey(real, credentials))
    expect(tokenKey(real, credentials)).toBe(tokenKey(real, { ...credentials }))
  })

  test('ten calls at once log in once', async () => {
    const one = portal()
    await Promise.all(Array.from({ length: 10 }, () => one.getRecent()))
    expect(logins).toHaveLength(1)
  })

  test('two taxpayers of one intermediary, and one with other secrets, have tokens of their own', async () => {
    await portal({ id: 'shared', onBehalfOf: 'C1111111110' }).getRecent()
    await portal({ id: 'shared', onBehalfOf: 'C2222222220' }).getRecent()
    await portal({ id: 'shared', onBehalfOf: 'C1111111110', secrets: ['guessed'] }).getRecent()
    await portal({ id: 'shared', onBehalfOf: 'C1111111110' }).getRecent()
    expect(logins.map(({ onbehalfof }) => onbehalfof)).toEqual(['C1111111110', 'C2222222220', 'C1111111110'])
  })

  test('tells the taxpayer of its token, and which secret was taken', async () => {
    answerLogin = (_request, body, response) =>
      body.includes('second')
        ? json(response, 200, { access_token: tokenOf({ name: 'C1234567890:1a2b' }), expires_in: 3_600 })
        : json(response, 400, { error: 'invalid_client' })
    expect(await portal({ secrets: ['first', 'second'] }).login()).toMatchObject({
      kind: 'ok',
      value: { tin: 'C1234567890', secret: 2 },
      correlationId: 'c-1',
    })
    expect(await portal({ secrets: ['first', 'other'] }).login()).toMatchObject({
      kind: 'denied',
      code: 'invalid_client',
    })
  })

  test('that has to wait between two secrets goes on with the second one', async () => {
    answerLogin = (_request, body, response) =>
      body.includes('second')
        ? json(response, 200, { access_token: tokenOf({}), expires_in: 3_600 })
        : json(response, 400, { error: 'invalid_client' })
    let free = true
    const enter = async () => {
      const waitMs = free ? 0 : 5_100
      free = false
      return waitMs
    }
    const gate: Gate = { enter, hold: async () => {} }
    const one = portal({ secrets: ['first', 'second'], gate })
    expect(await one.ready()).toEqual({ kind: 'later', ms: 5_100, why: 'limit' })
    free = true
    expect(await one.ready()).toEqual({ kind: 'ok' })
    expect(logins).toHaveLength(2)
  })

  test.each([
    [403, { error: { code: 'Forbidden', message: 'no' } }, 'Forbidden'],
    [400, { error: 'unauthorised_client', error_description: 'not appointed' }, 'unauthorised_client'],
    [401, {}, 'status_401'],
  ])('refused with %i is denied, and no call is made', async (status, body, code) => {
    let called = false
    answer = () => {
      called = true
    }
    answerLogin = (_request, _body, response) => json(response, status, body)
    expect(await portal().submit('{}')).toMatchObject({ kind: 'denied', code })
    expect(called).toBe(false)
  })

  test.each([
    ['500', (response: ServerResponse) => json(response, 500, {})],
    [
      'a page',
      (response: ServerResponse) => response.writeHead(403, { 'content-type': 'text/html' }).end('<html>'),
    ],
    ['nothing', (response: ServerResponse) => response.destroy()],
  ])('answered with %s leaves the call unmade, to be made later', async (_what, give) => {
    let called = false
    answer = () => {
      called = true
    }
    answerLogin = (_request, _body, response) => give(response)
    expect(await portal().submit('{}')).toMatchObject({ kind: 'later' })
    expect(called).toBe(false)
  })
})

describe('a call', () => {
  test('refused because of its token is made once more with a new one, and no more', async () => {
    const tokens: (string | undefined)[] = []
    answer = (request, _body, response) => {
      tokens.push(request.headers.authorization)
      if (tokens.length === 1) json(response, 401, {})
      else json(response, 202, { submissionUID: 'UID', acceptedDocuments: [], rejectedDocuments: [] })
    }
    expect(await portal().submit('{}')).toMatchObject({ kind: 'ok', value: { submissionUid: 'UID' } })
    expect(new Set(tokens).size).toBe(2)
    answer = (_request, _body, response) => json(response, 401, {})
    expect(await portal().submit('{}')).toMatchObject({ kind: 'denied', code: 'token' })
  })

  test.each<[string, (response: ServerResponse) => unknown, string]>([
    ['500', (response) => json(response, 500, {}), 'http_status'],
    ['503', (response) => json(response, 503, {}), 'http_status'],
    ['a way elsewhere', (response) => response.writeHead(302, { location: '/login' }).end(), 'http_status'],
    [
      'maintenance in HTML',
      (response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<html>'),
      'not_json',
    ],
    [
      'a page as a success',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      'not_json',
    ],
    ['a broken connection', (response) => response.destroy(), 'network'],
    ['no answer', () => {}, 'timeout'],
    ['another form', (response) => json(response, 202, { acceptedDocuments: 'none' }), 'form'],
    ['too much', (response) => response.writeHead(200).end('x'.repeat(MAX_BODY_BYTES + 1)), 'too_large'],
  ])('answered with %s is unknown, and made once', async (_what, give, why) => {
    let calls = 0
    answer = (_request, _body, response) => {
      calls++
      give(response)
    }
    // Only the call itself has no time: the login is over.
    const id = `client-${++clients}`
    await portal({ id }).ready()
    const outcome = await portal({ id, ...(why === 'timeout' && { timeoutMs: 50 }) }).submit('{}')
    expect(outcome).toMatchObject({ kind: 'unknown', why })
    expect(calls).toBe(1)
    expect(JSON.stringify(outcome)).not.toContain(secretText)
  })

  test('429 is held for everybody as long as the portal says', async () => {
    const held: [string, number][] = []
    const gate: Gate = { enter: async () => 0, hold: async (endpoint, ms) => void held.push([endpoint, ms]) }
    answer = (_request, _body, response) => json(response, 429, {}, { 'Retry-After': '17' })
    expect(await portal({ gate }).submit('{}')).toEqual({ kind: 'later', ms: 17_000, why: 'busy' })
    expect(held).toEqual([['submit', 17_000]])
  })

  test('whose turn is far off is not made', async () => {
    const gate: Gate = {
      enter: async (endpoint) => (endpoint === 'submit' ? 9_000 : 0),
      hold: async () => {},
    }
    expect(await portal({ gate }).submit('{}')).toEqual({ kind: 'later', ms: 9_000, why: 'limit' })
  })

  test('refused tells its codes, also nested ones, and the correlation id however it is written', async () => {
    answer = (_request, _body, response) =>
      json(response, 400, {
        error: {
          code: 'BadRequest',
          message: 'x',
          details: [{ code: 'OperationPeriodOver', message: 'The 72 hours are over' }],
        },
      })
    expect(await portal().cancel('UUID', 'why')).toMatchObject({
      ...{ kind: 'refused', status: 400, correlationId: 'c-1', codes: ['BadRequest', 'OperationPeriodOver'] },
      faults: [{ code: 'OperationPeriodOver', text: 'The 72 hours are over' }],
    })
  })

  test('that holds an error in a success is refused', async () => {
    answer = (_request, _body, response) =>
      json(response, 200, { error: { code: 'IncorrectState', message: 'no' } })
    expect(await portal().cancel('UUID', 'why')).toMatchObject({ kind: 'refused', codes: ['IncorrectState'] })
  })

  test('to validate a TIN is answered by its status: nothing is in the body', async () => {
    answer = (_request, _body, response) => response.writeHead(200).end()
    expect(await portal().validateTin('C1', { type: 'BRN', value: '1' })).toMatchObject({ kind: 'ok' })
    answer = (_request, _body, response) => response.writeHead(404).end()
    expect(await portal().validateTin('C1', { type: 'BRN', value: '1' })).toMatchObject({
      kind: 'refused',
      status: 404,
    })
  })
})

test('of an endless answer about a document no more is read than a page can show', async () => {
  const error = { errorCode: 'E', error: 'no', innerError: [] }
  const validationSteps = Array(500).fill({ name: 'n'.repeat(5_000), status: 'Invalid', error })
  const head = { uuid: 'U', internalId: 'A', status: 'Invalid', longId: 'l'.repeat(5_000) }
  answer = (_request, _body, response) =>
    json(response, 200, { ...head, validationResults: { validationSteps } })
  const found = await portal().getDetails('U')
  if (found.kind !== 'ok') throw new Error(found.kind)
  expect(found.value.faults).toHaveLength(100)
  expect(found.value.faults[0]!.step).toHaveLength(200)
  // No link and no code is made of it.
  expect(found.value.longId).toBeNull()
})

test('the body of a request is the same for the same documents, and bears their bytes', () => {
  const text = '{"_D":"x","Invoice":[{"ID":[{"_":"SKL-1"}]}]}'
  const hash = '94de49572be5345f5f39facde2c9d05b220424790168bce84284d317a4d33a91'
  const body = submissionBody([{ number: 'SKL-1', text, hash }])
  expect(body).toBe(submissionBody([{ number: 'SKL-1', text, hash }]))
  expect(JSON.parse(body)).toEqual({
    documents: [
      {
        ...{ format: 'JSON', documentHash: hash, codeNumber: 'SKL-1' },
        document: 'eyJfRCI6IngiLCJJbnZvaWNlIjpbeyJJRCI6W3siXyI6IlNLTC0xIn1dfV19',
      },
    ],
  })
})

describe('where the portal is', () => {
  const at = { sandboxPort: 3_001, mainHost: 'lunas.example', secure: true }
  test('LHDN’s own hosts, unless the sandboxes may stand in', () => {
    expect(portalConfig({ ...at, sandbox: false }, 'production')).toEqual({
      environment: 'production',
      ...{ apiUrl: 'https://api.myinvois.hasil.gov.my', portalUrl: 'https://myinvois.hasil.gov.my' },
    })
    expect(portalConfig({ ...at, sandbox: true }, 'production')).toEqual({
      environment: 'production',
      ...{
        apiUrl: 'http://127.0.0.1:3001/sandbox/myinvois',
        portalUrl: 'https://lunas.example/sandbox/myinvois',
      },
    })
  })

  test('the link of a valid document; none without its long id', () => {
    const config = portalConfig({ ...at, sandbox: false }, 'sandbox')
    expect(shareLink(config, 'U1', 'L1')).toBe('https://preprod.myinvois.hasil.gov.my/U1/share/L1')
    expect(() => shareLink(config, 'U1', '')).toThrow()
  })
})

test('calls are spread over the minute: no more of them than the portal publishes', () => {
  for (const [endpoint, perMinute] of [
    ['login', 12],
    ['submit', 100],
    ['submission', 300],
    ['search', 12],
  ] as const)
    expect(60_000 / gapMs(endpoint)).toBeLessThanOrEqual(perMinute)
})
