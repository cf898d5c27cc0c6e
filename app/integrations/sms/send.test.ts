import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequestListener } from '@mjackson/node-fetch-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusingPort } from '#tests/support/run/refusing-port.ts'
import type { MessageError } from './error.ts'
import { type Gateway, gatewayForm } from './gateway.ts'
import { createSmsSandbox, type SmsSandbox } from './sandbox/sandbox.ts'
import { sendText } from './send.ts'
import { gatewayOf, openChannels } from './settings.ts'

let folder: string
let sandbox: SmsSandbox
let server: Server
let origin: string
/** What the provider of these tests was told, and what it says. */
let heard: { method: string; url: string; type: string | null; body: string }[] = []
let says = new Response('')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lunas-sms-'))
  sandbox = await createSmsSandbox({ folder, slowMs: 50 })
  server = createServer(
    createRequestListener(async (request) => {
      const url = new URL(request.url)
      if (url.pathname.startsWith('/sandbox')) return sandbox.handle(request)
      const { method, headers } = request
      heard.push({
        method,
        url: url.pathname + url.search,
        type: headers.get('content-type'),
        body: await request.text(),
      })
      return says
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  heard = []
  says = new Response('OK 17')
})

const to = '+60123456789'
const text = 'RM0 [CAHAYA] Kod 123456'
const gateway = (given: object = {}) =>
  gatewayForm.parse({ url: `${origin}/send`, to: 'dst', text: 'msg', success: '^OK (\\d+)', ...given })
const failure = (sending: Promise<unknown>) =>
  sending.then(
    () => undefined,
    (error: MessageError) => ({ failure: error.failure, maybe: error.maybe }),
  )
const inSandbox = (channel: 'sms' | 'whatsapp', number: string, options = {}) => {
  const sandboxPort = (server.address() as AddressInfo).port
  const settings = { sandbox: true, sandboxPort, smsGateway: undefined, whatsAppGateway: undefined }
  return sendText(gatewayOf(settings, channel)!, { channel, to: number, text }, options)
}

describe('every provider is spoken to in its own words', () => {
  test('as a form, with what is always said and the number as it wants it', async () => {
    const words = gateway({
      parameters: { un: 'school', pwd: 'p&s' },
      sender: { name: 'from', value: 'LUNAS' },
    })
    expect(await sendText(words, { channel: 'sms', to, text })).toEqual({ id: '17' })
    expect(heard[0]).toMatchObject({
      method: 'POST',
      url: '/send',
      type: expect.stringContaining('urlencoded'),
    })
    expect(Object.fromEntries(new URLSearchParams(heard[0]!.body))).toEqual({
      un: 'school',
      pwd: 'p&s',
      from: 'LUNAS',
      dst: '60123456789',
      msg: text,
    })
  })

  test('in the address, with the national number', async () => {
    await sendText(gateway({ method: 'GET', number: 'national' }), { channel: 'sms', to, text })
    expect(heard[0]).toMatchObject({ method: 'GET', body: '' })
    expect(new URLSearchParams(heard[0]!.url.split('?')[1]).get('dst')).toBe('0123456789')
  })

  test('as JSON, with objects in it', async () => {
    const words = gateway({
      body: 'json',
      number: 'e164',
      text: 'text.body',
      parameters: { 'text.kind': 'plain' },
    })
    await sendText(words, { channel: 'whatsapp', to, text })
    expect(JSON.parse(heard[0]!.body)).toEqual({ dst: to, text: { kind: 'plain', body: text } })
  })
})

describe('200 is no success', () => {
  test.each([
    ['ERROR 5', { failure: 'unclear', maybe: true }],
    ['<html>Maintenance</html>', { failure: 'unclear', maybe: true }],
    ['', { failure: 'unclear', maybe: true }],
    ['-1004 no credit', { failure: 'credit', maybe: false }],
    ['-1001', { failure: 'credentials', maybe: false }],
  ])('%s', async (body, expected) => {
    says = new Response(body)
    const errors = [
      { match: '^-1004', means: 'credit' },
      { match: '^-1001', means: 'credentials' },
    ]
    expect(await failure(sendText(gateway({ errors }), { channel: 'sms', to, text }))).toEqual(expected)
    expect(heard).toHaveLength(1)
  })

  test('and neither is the right word with an error, or a redirect', async () => {
    says = new Response('OK 17', { status: 500 })
    expect(await failure(sendText(gateway(), { channel: 'sms', to, text }))).toEqual({
      failure: 'busy',
      maybe: false,
    })
    says = new Response('OK 17', { status: 302, headers: { location: '/elsewhere' } })
    expect(await failure(sendText(gateway(), { channel: 'sms', to, text }))).toMatchObject({
      failure: 'unclear',
    })
    expect(heard).toHaveLength(2)
  })

  test('what the gateway said is kept without the numbers in it', async () => {
    says = new Response('code 123456 for 60123456789 refused')
    const error = await sendText(gateway(), { channel: 'sms', to, text }).catch((one: MessageError) => one)
    expect((error as MessageError).answer).toBe('200 code … for … refused')
  })
})

describe('nothing leaves', () => {
  test.each([
    ['a link', 'RM0 [CAHAYA] lunas.my', to],
    ['a number abroad', text, '+6591234567'],
    ['a fixed line', text, '+60312345678'],
  ])('with %s', async (_what, words, number) => {
    expect(await failure(sendText(gateway(), { channel: 'sms', to: number, text: words }))).toMatchObject({
      maybe: false,
    })
    expect(heard).toEqual([])
  })

  test('to a gateway that is not there, which is certain', async () => {
    const gone = gateway({ url: `http://127.0.0.1:${await refusingPort()}/send` })
    expect(await failure(sendText(gone, { channel: 'sms', to, text }))).toEqual({
      failure: 'unreachable',
      maybe: false,
    })
  })
})

describe('the sandbox', () => {
  test.each(['sms', 'whatsapp'] as const)('takes %s and shows it', async (channel) => {
    const { id } = await inSandbox(channel, '+60123456711')
    expect(sandbox.messages()[0]).toMatchObject({ id, channel, to: '60123456711', text })
    const page = await (await fetch(`${origin}/sandbox/sms?q=012-345 6711`)).text()
    expect(page).toContain('<strong>123456</strong>')
    expect(await (await fetch(`${origin}/sandbox/sms?q=999`)).text()).not.toContain('123456')
  })

  test.each([
    ['sms', '91', { failure: 'credit', maybe: false }],
    ['sms', '92', { failure: 'unclear', maybe: true }],
    ['sms', '93', { failure: 'busy', maybe: false }],
    ['sms', '95', { failure: 'slow', maybe: true }],
    ['sms', '96', { failure: 'number', maybe: false }],
    ['whatsapp', '91', { failure: 'unclear', maybe: true }],
    ['whatsapp', '96', { failure: 'number', maybe: false }],
  ] as const)('%s to a number that ends with %s', async (channel, end, expected) => {
    // only silence is given up soon
    const patience = expected.failure === 'slow' ? { timeoutMs: 300 } : {}
    expect(await failure(inSandbox(channel, `+601234567${end}`, patience))).toEqual(expected)
  })

  test('a slow answer is an answer', async () => {
    expect(await inSandbox('sms', '+60123456794')).toEqual({ id: expect.any(String) })
  })

  test('lets nobody in without its password, and forgets only for its own page', async () => {
    const before = sandbox.messages().length
    const post = (path: string, init: RequestInit) => fetch(`${origin}${path}`, { method: 'POST', ...init })
    const body = new URLSearchParams({ un: 'lunas', pwd: 'wrong', dstno: '60123456711', msg: 'x' })
    expect(await (await post('/sandbox/sms/send', { body })).text()).toContain('-1001')
    expect((await post('/sandbox/sms/whatsapp', { body: '{}' })).status).toBe(401)
    await post('/sandbox/sms/clear', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(sandbox.messages()).toHaveLength(before)
    await post('/sandbox/sms/clear', { redirect: 'manual' })
    expect(sandbox.messages()).toEqual([])
  })
})

test('in production nothing stands in for a gateway that was not set', () => {
  const settings = { sandbox: false, sandboxPort: 3001, smsGateway: undefined, whatsAppGateway: undefined }
  expect(openChannels(settings)).toEqual([])
  const own: Gateway = gateway()
  expect(openChannels({ ...settings, whatsAppGateway: own })).toEqual(['whatsapp'])
  expect(gatewayOf({ ...settings, sandbox: true, smsGateway: own }, 'sms')).toBe(own)
})
