import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { createRequestListener } from '@mjackson/node-fetch-server'
import { expect, onTestFinished, test } from 'vitest'
import routes from '#app/routes.ts'
import {
  BodyTooLarge,
  BodyTooSlow,
  bodyLimitOf,
  bodyStream,
  ClientGone,
  fileLimitOf,
  firstBytes,
  wholeBody,
} from './body.ts'
import { BodiesFull, byteBudget } from './body-budget.ts'

const post = (body: string, headers: Record<string, string> = {}) =>
  new Request('http://a.test/', { method: 'POST', body, headers })

test('reads a body up to the limit and refuses one byte more, whatever its length says', async () => {
  expect((await wholeBody(post('12345'), { limit: 5 })).toString()).toBe('12345')
  await expect(wholeBody(post('123456'), { limit: 5 })).rejects.toThrow(BodyTooLarge)
  await expect(wholeBody(post('1', { 'content-length': '6' }), { limit: 5 })).rejects.toThrow(BodyTooLarge)
  expect((await wholeBody(new Request('http://a.test/'))).length).toBe(0)
})

/** A body whose client sends a byte each time that it is asked, or nothing more. */
function dripping(next: (to: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>) {
  const body = new ReadableStream<Uint8Array>({ pull: next }, { highWaterMark: 0 })
  return new Request('http://a.test/', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

test('one that stops, or comes in drops, is not waited for without end, and its source is told to stop', async () => {
  const silent = dripping(() => new Promise(() => {}))
  await expect(wholeBody(silent, { patience: { silentMs: 5, wholeMs: 60_000 } })).rejects.toThrow(BodyTooSlow)
  let drops = 0
  const slow = dripping(async (to) => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    drops += 1
    if (drops < 300) to.enqueue(new Uint8Array(1))
    else to.close()
  })
  const reading = wholeBody(slow, { limit: 5_000_000, patience: { silentMs: 60_000, wholeMs: 50 } })
  await expect(reading).rejects.toThrow(BodyTooSlow)
  expect(drops).toBeLessThan(100)
})

test('one that a slow line brings steadily is taken: its time grows with its length', async () => {
  let left = 20
  const steady = dripping(async (to) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (left-- > 0) to.enqueue(new Uint8Array(100_000))
    else to.close()
  })
  // a tenth of a megabyte gives six seconds more
  const body = await wholeBody(steady, { limit: 2_000_000, patience: { silentMs: 60_000, wholeMs: 5_000 } })
  expect(body.length).toBe(2_000_000)
})

interface Entry {
  file: string
  path?: string | undefined
  children?: Entry[] | undefined
}

const entries = (of: readonly Entry[]): Entry[] =>
  of.flatMap((entry) => [entry, ...entries(entry.children ?? [])])

test('every page on which a file is chosen lets in more than a form, and more than the file may have', async () => {
  const pages = entries((await routes) as Entry[]).filter(
    ({ file, path }) => path && /\b(File|Picture|Paper)Field\b/.test(readFileSync(`app/${file}`, 'utf8')),
  )
  expect(pages.length).toBeGreaterThan(5)
  for (const { path } of pages) {
    const address = `/${path!.replace(/:\w+/g, 'x')}`
    expect(fileLimitOf(address) ?? 0, address).toBeGreaterThan(1_000_000)
    expect(bodyLimitOf(address), address).toBeGreaterThan(fileLimitOf(address)!)
  }
})

test.each(['/import', '/import/edit/x', '/family/file/get/x', '/family/view/x', '/student/new', '/'])(
  'a page on which none is chosen lets in a form and no file: %s',
  (address) => {
    expect([bodyLimitOf(address), fileLimitOf(address)]).toEqual([500_000, undefined])
  },
)

test('passes a body on as a stream, and gives its first bytes with the length of all', async () => {
  const stream = bodyStream(post('12345'))
  const passed = new Request('http://a.test/', {
    method: 'POST',
    body: stream,
    duplex: 'half',
  } as RequestInit)
  const { bytes, size } = await firstBytes(passed, 3)
  expect([bytes.toString(), size]).toEqual(['123', 5])
})

test.each([
  ['whole', (request: Request) => wholeBody(request)],
  ['as a stream', async (request: Request) => new Response(bodyStream(request)).text()],
])('a body that is cut off ends the reading of it %s', async (_, read) => {
  let outcome: Promise<unknown> | undefined
  const server = createServer(
    createRequestListener(async (request) => {
      outcome = read(request)
      await outcome.catch(() => {})
      return new Response()
    }),
  )
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 1000\r\n\r\nhello')
  await expect.poll(() => outcome !== undefined).toBe(true)
  socket.destroy()
  await expect(outcome).rejects.toThrow(ClientGone)
})

/** A form with a file of so many bytes, as a browser sends it. */
async function formWith(file: string, bytes: number, more: Record<string, string> = {}) {
  const form = new FormData()
  form.set('name', 'x'.repeat(200))
  form.set('slip', new File([new Uint8Array(bytes)], file))
  const written = new Response(form)
  const headers = { 'content-type': written.headers.get('content-type')!, ...more }
  return new Request('http://a.test/', { method: 'POST', body: await written.arrayBuffer(), headers })
}

test.each(['slip bulan Mac.jpg', 'a"b.jpg', '学费.pdf'])(
  'of a file that is too large the name is told, whether the length was announced or not: %s',
  async (file) => {
    await expect(wholeBody(await formWith(file, 5_000), { limit: 1_000, names: true })).rejects.toMatchObject(
      { file },
    )
    const announced = await formWith(file, 500_000, { 'content-length': '500000' })
    const refused = { name: 'BodyTooLarge', file }
    await expect(wholeBody(announced, { limit: 1_000, names: true })).rejects.toMatchObject(refused)
  },
)

test('an upload has room for all of it before a byte is read, and a client that leaves waits no longer', async () => {
  const all = byteBudget({ total: 100, each: 100, waitMs: 60_000, whole: true })
  const first = all.allot('a')
  await first.take(100)
  let asked = 0
  const gone = new AbortController()
  const body = new ReadableStream<Uint8Array>(
    {
      pull() {
        asked += 1
      },
    },
    { highWaterMark: 0 },
  )
  const init = {
    method: 'POST',
    body,
    signal: gone.signal,
    duplex: 'half',
    headers: { 'content-length': '80' },
  }
  const reading = wholeBody(new Request('http://a.test/', init as RequestInit), { allotment: all.allot('b') })
  gone.abort()
  await expect(reading).rejects.toThrow(ClientGone)
  expect(asked).toBe(0)
  first.release()
  expect(all.used()).toBe(0)
})

test('the body of a callback ends when it drips or finds no room, and holds no more than has come', async () => {
  const all = byteBudget({ total: 100, each: 100, waitMs: 5 })
  const slow = dripping(async (to) => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    to.enqueue(new Uint8Array(1))
  })
  const allotment = all.allot('a')
  const drips = bodyStream(slow, { allotment, patience: { silentMs: 60_000, wholeMs: 50 } })
  await expect(new Response(drips).text()).rejects.toThrow(BodyTooSlow)
  expect(all.used()).toBeLessThan(100)
  await expect(new Response(bodyStream(post('x'.repeat(101)), { allotment })).text()).rejects.toThrow(
    BodiesFull,
  )
  allotment.release()
  expect(all.used()).toBe(0)
})
