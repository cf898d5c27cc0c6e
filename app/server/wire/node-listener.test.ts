import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, nodeListener } from './node-listener.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function listening(
  answer: (request: Request) => Answer | Promise<Answer>,
  options?: Parameters<typeof nodeListener>[2],
) {
  const onError = vi.fn()
  const listener = nodeListener(async (request) => answer(request), onError, options)
  server = createServer((incoming, outgoing) => void listener(incoming, outgoing)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, onError }
}

async function ask(port: number, method = 'GET') {
  const asked = request({ port, method, agent: false }).end()
  const [response] = await once(asked, 'response')
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

const page = 'Yuran bulan Mac: RM 120.00 — 学费'
const whole = (): Answer => ({
  status: 200,
  headers: new Headers({ 'content-type': 'text/html' }),
  body: Buffer.from(page),
})

test('a complete body is sent in one piece, with its length in bytes', async () => {
  const { port } = await listening(whole)
  const answer = await ask(port)
  expect(answer).toMatchObject({ status: 200, body: page })
  expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(page)))
  expect(answer.headers['transfer-encoding']).toBeUndefined()
})

test('HEAD gets the same headers and no body', async () => {
  const { port } = await listening(whole)
  const answer = await ask(port, 'HEAD')
  expect(answer).toMatchObject({ status: 200, body: '' })
  expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(page)))
})

test('each cookie has a line of its own', async () => {
  const headers = new Headers([
    ['set-cookie', 'a=1; Path=/'],
    ['set-cookie', 'b=2; Path=/'],
  ])
  const { port } = await listening(() => ({ status: 302, headers, body: null }))
  expect((await ask(port)).headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; Path=/'])
})

test('a stream is sent as it comes, and no faster than it is taken', async () => {
  let drawn = 0
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull(to) {
        drawn += 1
        to.enqueue(new Uint8Array(65_536))
      },
    })
  const { port, onError } = await listening(() => new Response(endless()))
  const slow = connect(port, '127.0.0.1').pause()
  slow.write('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n')
  await vi.waitFor(() => expect(drawn).toBeGreaterThan(2))
  // what is drawn stands still once the buffers on the way are full
  await vi.waitFor(
    async () => {
      const before = drawn
      for (let turn = 0; turn < 1_000; turn++) await new Promise(setImmediate)
      expect(drawn).toBe(before)
    },
    { timeout: 300_000 },
  )
  expect(drawn).toBeLessThan(2_000)
  slow.destroy()
  expect(onError).not.toHaveBeenCalled()
})

const megabytes = 11_000_000
const head = `POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: ${megabytes}\r\n\r\n`

test('of a body that nobody asks for next to nothing is read until the answer, and the rest is thrown away', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const { port } = await listening(() => promise)
  let near: Socket | undefined
  server!.on('connection', (socket) => {
    near = socket
  })
  const client = connect(port, '127.0.0.1').setEncoding('latin1')
  let said = ''
  client.on('data', (text) => {
    said += text
  })
  client.write(head)
  const sent = new Promise<void>((done) => client.write(Buffer.alloc(megabytes), () => done()))
  await vi.waitFor(() => expect(near?.bytesRead).toBeGreaterThan(10_000))
  await vi.waitFor(
    async () => {
      const before = near!.bytesRead
      for (let turn = 0; turn < 1_000; turn++) await new Promise(setImmediate)
      expect(near!.bytesRead).toBe(before)
    },
    { timeout: 60_000 },
  )
  expect(near!.bytesRead).toBeLessThan(300_000)
  resolve(whole())
  await vi.waitFor(() => expect(said).toContain('RM 120.00'))
  await sent
  // the connection serves on
  client.write('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n')
  await vi.waitFor(() => expect(said.match(/HTTP\/1\.1 200/g)).toHaveLength(2))
  client.destroy()
})

test('a body that is refused halfway is answered while the client still sends', async () => {
  const { port } = await listening(async (request) => {
    const reader = request.body!.getReader()
    await reader.read()
    await reader.cancel()
    return { status: 413, headers: new Headers(), body: null }
  })
  const client = connect(port, '127.0.0.1').setEncoding('latin1')
  const answered = once(client, 'data')
  client.write(head)
  const sent = new Promise<void>((done) => client.write(Buffer.alloc(megabytes), () => done()))
  expect((await answered)[0]).toContain('413')
  await sent
  client.destroy()
})

const refused = (): Answer => ({ status: 413, headers: new Headers(), body: Buffer.from('too large') })
const closing = head.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')

test('a client that wants the connection closed, and reads nothing while it sends, still gets the answer', async () => {
  const { port } = await listening(refused)
  const client = connect(port, '127.0.0.1').setEncoding('latin1').pause()
  let failed: Error | undefined
  client.on('error', (error) => {
    failed = error
  })
  client.write(closing)
  let left = megabytes
  // in small pieces, so that it still sends long after it was answered
  while (left > 0 && !failed) {
    const piece = Math.min(left, 100_000)
    left -= piece
    await new Promise<void>((done) => client.write(Buffer.alloc(piece), () => done()))
    await new Promise(setImmediate)
  }
  expect(failed).toBeUndefined()
  let said = ''
  client.on('data', (text) => {
    said += text
  })
  client.resume()
  await once(client, 'close')
  expect(said).toContain('413')
  expect(said).toContain('too large')
})

test.each([
  ['that falls silent', { silentMs: 50 }, 0],
  ['that drips', { wholeMs: 50 }, 1],
  ['that sends without end', { bytes: 1_000_000 }, 100_000],
])('one %s is not listened to without end', async (_, sooner, piece) => {
  const lingering = {
    silentMs: 60_000,
    wholeMs: 60_000,
    slowestRate: 16_000,
    bytes: 24_000_000,
    lookMs: 5,
    ...sooner,
  }
  const { port } = await listening(refused, { lingering })
  const client = connect(port, '127.0.0.1').on('error', () => {})
  const closed = new Promise<void>((done) => client.once('close', () => done()))
  client.write('POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n')
  client.resume()
  const sending = setInterval(() => {
    if (piece > 0) client.write(`${piece.toString(16)}\r\n${'x'.repeat(piece)}\r\n`)
  }, 5)
  await closed
  clearInterval(sending)
})

test('an error before the first byte is reported, and answered with 500', async () => {
  const { port, onError } = await listening(() => Promise.reject(new Error('broken')))
  expect(await ask(port)).toMatchObject({ status: 500, body: 'Internal Server Error' })
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('broken'))
})

test('an error after it is reported, and the connection is cut, so that the answer does not seem complete', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (to) => to.enqueue(Buffer.from('the beginning')),
    pull: (to) => to.error(new Error('the file is gone')),
  })
  const { port, onError } = await listening(() => new Response(body))
  await expect(ask(port)).rejects.toThrow(/aborted|hang up|ECONNRESET/)
  await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce())
})

test('a client that leaves is no error, and its stream is cancelled', async () => {
  const cancelled = vi.fn()
  const body = new ReadableStream<Uint8Array>({
    pull: (to) => to.enqueue(new Uint8Array(65_536)),
    cancel: cancelled,
  })
  const { port, onError } = await listening(() => new Response(body))
  const leaving = connect(port, '127.0.0.1')
  leaving.write('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n')
  await once(leaving, 'data')
  leaving.destroy()
  await vi.waitFor(() => expect(cancelled).toHaveBeenCalledOnce())
  expect(onError).not.toHaveBeenCalled()
})
