import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { createRequestListener } from '@mjackson/node-fetch-server'
import { expect, onTestFinished, test } from 'vitest'
import { BodyTooLarge, bodyStream, ClientGone, firstBytes, wholeBody } from './body.ts'

const post = (body: string, headers: Record<string, string> = {}) =>
  new Request('http://a.test/', { method: 'POST', body, headers })

test('reads a body up to the limit and refuses one byte more, whatever its length says', async () => {
  expect((await wholeBody(post('12345'), 5)).toString()).toBe('12345')
  await expect(wholeBody(post('123456'), 5)).rejects.toThrow(BodyTooLarge)
  await expect(wholeBody(post('1', { 'content-length': '6' }), 5)).rejects.toThrow(BodyTooLarge)
  expect((await wholeBody(new Request('http://a.test/'))).length).toBe(0)
})

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
  ['whole', wholeBody],
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
