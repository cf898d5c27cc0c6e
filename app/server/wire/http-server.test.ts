import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { BodyTooSlow, bodyStream, firstBytes, wholeBody } from './body.ts'
import { type Allotment, byteBudget } from './body-budget.ts'
import { listen } from './http-server.ts'
import { type Answer, nodeListener } from './node-listener.ts'

let server: Server | undefined
const clients: Socket[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
  server?.closeAllConnections()
  server?.close()
})

const answered = (status: number): Answer => ({
  status,
  headers: new Headers(),
  body: Buffer.from(`${status}`),
})

/** A server whose patience is short, and which answers as `read` ends. */
async function listening(read: (request: Request, allotment: Allotment) => Promise<unknown>, whole = false) {
  const budget = byteBudget({ total: 4_000, each: 1_000, waitMs: 60_000, whole })
  const sender = (request: Request) => request.headers.get('x-sender') ?? ''
  const answer = nodeListener(async (request) => {
    const allotment = budget.allot(sender(request))
    try {
      await read(request, allotment)
      return answered(200)
    } catch (error) {
      if (error instanceof BodyTooSlow) return answered(408)
      throw error
    } finally {
      allotment.release()
    }
  }, vi.fn())
  const quick = { headersTimeout: 100, connectionsCheckingInterval: 20 }
  server = await listen({ host: '127.0.0.1', port: 0 }, (...pair) => void answer(...pair), quick)
  return { port: (server.address() as AddressInfo).port, budget }
}

/** A client that sends this, and then a byte now and then; what it has heard once the server has ended it or answered. */
function dripping(port: number, head: string) {
  const client = connect(port, '127.0.0.1').setEncoding('latin1')
  clients.push(client)
  client.write(head)
  const drip = setInterval(() => client.write('x'), 10)
  let heard = ''
  return new Promise<string>((resolve) => {
    const end = () => {
      clearInterval(drip)
      resolve(heard)
    }
    client.on('data', (text) => {
      heard += text
      if (heard.startsWith('HTTP/1.1')) end()
    })
    client.once('close', end).once('error', end)
  })
}

const post = (length: number, sender: string) =>
  `POST / HTTP/1.1\r\nHost: a.test\r\nX-Sender: ${sender}\r\nContent-Length: ${length}\r\n\r\n`

test('the head of a request that comes in drops is given up', async () => {
  const read = vi.fn(async () => {})
  const { port } = await listening(read)
  expect(await dripping(port, 'GET / HTTP/1.1\r\nHost: a.test\r\nX-Slow: ')).toMatch(/^HTTP\/1\.1 408/)
  expect(read).not.toHaveBeenCalled()
})

const patience = { silentMs: 60_000, wholeMs: 200 }

test('forty uploads that drip hold no more than one part of the room, not for long, and keep nobody out', async () => {
  const { port, budget } = await listening(
    (request, allotment) => wholeBody(request, { limit: 1_000, allotment, patience }),
    true,
  )
  const slow = Array.from({ length: 40 }, () => dripping(port, post(1_000, 'slow')))
  await vi.waitFor(() => expect(budget.used()).toBe(1_000), { timeout: 10_000 })
  const other = connect(port, '127.0.0.1').setEncoding('latin1')
  clients.push(other)
  other.write(post(900, 'other') + 'x'.repeat(900))
  expect((await once(other, 'data'))[0]).toContain('HTTP/1.1 200')
  expect(budget.used()).toBeLessThanOrEqual(1_000)
  for (const heard of await Promise.all(slow)) expect(heard).toMatch(/^HTTP\/1\.1 408/)
  await vi.waitFor(() => expect(budget.used()).toBe(0), { timeout: 10_000 })
}, 60_000)

test('forty callbacks that drip hold only what has come of them, and a real one is taken meanwhile', async () => {
  const { port, budget } = await listening((request, allotment) => {
    const body = bodyStream(request, { allotment, patience })
    const inner = new Request(request.url, { method: 'POST', body, duplex: 'half' } as RequestInit)
    return firstBytes(inner, 65_537)
  })
  const slow = Array.from({ length: 40 }, () => dripping(port, post(60_000, 'slow')))
  await vi.waitFor(() => expect(budget.used()).toBeGreaterThan(0), { timeout: 10_000 })
  const real = connect(port, '127.0.0.1').setEncoding('latin1')
  clients.push(real)
  real.write(post(900, 'bank') + 'x'.repeat(900))
  expect((await once(real, 'data'))[0]).toContain('HTTP/1.1 200')
  expect(budget.used()).toBeLessThanOrEqual(1_000)
  for (const heard of await Promise.all(slow)) expect(heard).toMatch(/^HTTP\/1\.1 408/)
  await vi.waitFor(() => expect(budget.used()).toBe(0), { timeout: 10_000 })
}, 60_000)
