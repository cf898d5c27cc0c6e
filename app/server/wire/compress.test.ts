import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressed } from './compress.ts'
import type { Answer } from './node-listener.ts'

const page = 'A line of a page. '.repeat(200)
const read = async (response: Promise<Answer>) => {
  const { status, headers, body } = await response
  return new Response(body, { status, headers })
}
const answer = (type = 'text/html; charset=utf-8', body = page) =>
  new Response(body, { headers: { 'content-type': type, 'content-length': String(body.length) } })
const asking = (encoding?: string) =>
  new Request('http://a.test/', { headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

test.each([
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br;q=0.5', 'br'],
])('for accept-encoding %s it compresses with %s', async (encoding, packing) => {
  const response = await read(compressed(asking(encoding), answer()))
  expect(response.headers.get('content-encoding')).toBe(packing)
  expect(response.headers.get('content-length')).toBeNull()
  expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.length).toBeLessThan(page.length / 5)
  expect((packing === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString()).toBe(page)
})

test.each([undefined, '', 'identity', 'deflate', 'br;q=0', 'br; q=0.0, gzip;q=0', 'brotli', 'xgzip'])(
  'asked for %j it sends the page as it is',
  async (encoding) => {
    const response = await read(compressed(asking(encoding), answer()))
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.text()).toBe(page)
  },
)

test('a body that is small, compressed already or no text stays as it is', async () => {
  const small = await read(compressed(asking('br'), answer('text/html', 'short')))
  expect([small.headers.get('content-encoding'), await small.text()]).toEqual([null, 'short'])
  const pdf = await read(compressed(asking('br'), answer('application/pdf')))
  expect(pdf.headers.get('content-encoding')).toBeNull()
  const packed = new Response(page, { headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' } })
  expect(await compressed(asking('br'), packed)).toBe(packed)
  const empty = new Response(null, { status: 302 })
  expect(await compressed(asking('br'), empty)).toBe(empty)
})
