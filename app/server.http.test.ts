import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { builtServer } from '#tests/support/product/http.ts'
import { stopwatch } from '#tests/support/run/stopwatch.ts'
import { environment } from './environment.ts'
import type { startServer } from './server.ts'
import { built } from './start/building/built.ts'

let tenant: Tenant
let running: Awaited<ReturnType<typeof startServer>>
let port: number

beforeAll(async () => {
  tenant = await freshTenant()
  running = await start()
  port = (running.server.address() as AddressInfo).port
})
afterAll(() => running?.stop())

async function start() {
  const { ownerUrl, appUrl } = await testDatabase()
  const { startServer } = await builtServer()
  const settings = {
    ...environment,
    databaseUrl: ownerUrl,
    appDatabaseUrl: appUrl,
    port: 0,
    logLevel: 'silent',
    webConnections: 4,
  } as const
  return startServer(settings, built().client)
}

/** What the server says to these bytes, until it closes or has said `enough`. */
async function say(bytes: string, enough = /\r\n\r\n/, at = port): Promise<string> {
  const socket = connect(at, '127.0.0.1').setEncoding('latin1')
  let said = ''
  socket.on('data', (text) => {
    said += text
    if (enough.test(said)) socket.end()
  })
  socket.on('error', () => {})
  socket.write(bytes)
  await new Promise((resolve) => socket.on('close', resolve))
  return said
}
const statusOf = (said: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1])
const isAlive = async () =>
  expect(statusOf(await say(`GET /login HTTP/1.1\r\nHost: ${tenant.host}:3000\r\n\r\n`))).toBe(200)

describe('what no browser sends is refused, and the process lives on', () => {
  const host = 'Host: localhost:3000\r\n'
  test.each([
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two Hosts', `GET / HTTP/1.1\r\n${host}Host: evil.test\r\n\r\n`, 400],
    ['the same Host twice', `GET / HTTP/1.1\r\n${host}${host}\r\n`, 400],
    ['HTTP/1.0 without Host', 'GET / HTTP/1.0\r\n\r\n', 400],
    ['an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n', 400],
    ['a Host with a space', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
    ['a Host with a path', 'GET / HTTP/1.1\r\nHost: localhost:3000/x\r\n\r\n', 421],
    ['a Host with user', 'GET / HTTP/1.1\r\nHost: user@localhost:3000\r\n\r\n', 400],
    ['a Host with a port too large', 'GET / HTTP/1.1\r\nHost: localhost:99999\r\n\r\n', 400],
    ['an absolute address elsewhere', `GET http://evil.test/ HTTP/1.1\r\n${host}\r\n`, 421],
    ['two slashes', `GET //evil.test/ HTTP/1.1\r\n${host}\r\n`, 421],
    ['an address without sense', `GET http:// HTTP/1.1\r\n${host}\r\n`, 400],
    ['a broken escape', `GET /%E0%A4%A HTTP/1.1\r\n${host}\r\n`, 404],
    ['a zero byte', `GET /%00 HTTP/1.1\r\n${host}\r\n`, 404],
    ['the method TRACE', `TRACE / HTTP/1.1\r\n${host}\r\n`, 400],
    ['an unknown method', `FOO / HTTP/1.1\r\n${host}\r\n`, 400],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 405],
    ['headers of 1 MB', `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(1_000_000)}\r\n\r\n`, 431],
    ['no HTTP', 'hello\r\n\r\n', 400],
  ])('%s', async (_, bytes, status) => {
    expect(statusOf(await say(bytes))).toBe(status)
    await isAlive()
  })
})

test('headers that do not come to an end are not waited for', async () => {
  const watch = stopwatch()
  const said = await say(`GET / HTTP/1.1\r\nHost: ${tenant.host}:3000\r\nX-Slow: `)
  expect(statusOf(said)).toBe(408)
  watch.within(8_000)
})

test('a request line that names our own host in full is answered', async () => {
  const said = await say(`GET http://${tenant.host}:3000/login HTTP/1.1\r\nHost: ${tenant.host}:3000\r\n\r\n`)
  expect(statusOf(said)).toBe(200)
})

describe('bodies', () => {
  const post = (path: string, headers: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${tenant.host}:3000\r\nOrigin: http://${tenant.host}:3000\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\n${headers}\r\n${body}`

  test('one that says it is too large is refused before it is read', async () => {
    const said = await say(post('/login', 'Content-Length: 100000000\r\n', 'email=x'))
    expect(statusOf(said)).toBe(413)
    await isAlive()
  })

  test('one that turns out too large is refused', async () => {
    const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`
    const said = await say(post('/login', 'Transfer-Encoding: chunked\r\n', `${chunk.repeat(11)}0\r\n\r\n`))
    expect(statusOf(said)).toBe(413)
    await isAlive()
  })
})

test('files are served with a type, for long, and never guessed at', async () => {
  const page = await say(`GET /favicon.svg HTTP/1.1\r\nHost: ${tenant.host}:3000\r\n\r\n`)
  expect(page).toMatch(/content-type: image\/svg\+xml/i)
  expect(page).toMatch(/x-content-type-options: nosniff/i)
  expect(statusOf(await say(`GET /../package.json HTTP/1.1\r\nHost: ${tenant.host}:3000\r\n\r\n`))).toBe(404)
})

test('stopping lets a hundred running requests finish, takes no new ones, and is over in time', async () => {
  const own = await start()
  const at = (own.server.address() as AddressInfo).port
  let arrived = 0
  own.server.on('request', () => arrived++)
  const body = 'to=here'
  const head =
    `POST /logout HTTP/1.1\r\nHost: ${tenant.host}:3000\r\nOrigin: http://${tenant.host}:3000\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`
  const clients = Array.from({ length: 100 }, () => half(at, head))
  await expect.poll(() => arrived, { timeout: 300_000 }).toBe(100)

  const watch = stopwatch()
  const stopped = own.stop()
  await expect(fetch(`http://127.0.0.1:${at}/healthz`)).rejects.toThrow()
  const answers = await Promise.all(clients.map((finish) => finish(body)))
  await stopped
  expect(new Set(answers.map(statusOf))).toEqual(new Set([302]))
  expect(answers.every((answer) => /connection: close/i.test(answer))).toBe(true)
  watch.within(6_000)
})

/** Sends all of a request but its body; the function that is given back sends that too and waits for the answer. */
function half(at: number, head: string): (body: string) => Promise<string> {
  const socket = connect(at, '127.0.0.1').setEncoding('latin1')
  let said = ''
  socket.on('data', (text) => {
    said += text
  })
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.write(head)
  return async (body) => {
    socket.write(body)
    await closed
    return said
  }
}
