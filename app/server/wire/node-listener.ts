import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as WebStream } from 'node:stream/web'
import { createHeaders } from '@mjackson/node-fetch-server'

/** What is sent; a Response is one. A complete body stays a buffer, since a stream around it costs a tenth of a page more. */
export interface Answer {
  status: number
  headers: Headers
  body: Buffer<ArrayBuffer> | ReadableStream<Uint8Array> | null
}

export interface Client {
  /** The address at the other end of the connection; '' when it has gone already. */
  address: string
}

/**
 * Answers Node's requests by a handler in the shape of `fetch`. Rejects for what is no valid request, such as a malformed
 * address, and reports to `onError` what fails while a request is answered.
 */
export function nodeListener(
  handle: (request: Request, client: Client) => Promise<Answer>,
  onError: (error: unknown) => void,
  { lingering = linger }: { lingering?: Linger } = {},
) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = toRequest(incoming, outgoing)
    try {
      const answer = await handle(request, { address: incoming.socket.remoteAddress ?? '' })
      closeOurSideFirst(incoming)
      await send(outgoing, answer)
    } catch (error) {
      if (clientLeft(error)) return
      onError(error)
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error')
    } finally {
      discardRest(incoming, lingering)
    }
  }
}

/**
 * A GET gets no abort signal: only a client that sends a body can leave in the middle of it, and a signal costs 2% of a page.
 * A body is read from the socket only as far as it is asked for; the library's own request takes all of it into memory as it
 * arrives, also when nobody ever reads it.
 */
function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const { method = 'GET', url = '/', headers } = incoming
  const address = new URL(url, `http://${headers.host ?? 'localhost'}`)
  const init = { method, headers: createHeaders(incoming) }
  if (method === 'GET' || method === 'HEAD') return new Request(address, init)
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  const body = hasBody(incoming)
    ? WebStream.from<Uint8Array>(incoming.iterator({ destroyOnReturn: false }))
    : null
  return new Request(address, { ...init, signal: gone.signal, body, duplex: 'half' } as RequestInit)
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * How long a client may go on sending what nobody reads, in milliseconds: without a byte, and apart from the time that
 * its bytes take at so many in a second; how many bytes at most; and how often this is looked at.
 */
const linger = { silentMs: 5_000, wholeMs: 10_000, slowestRate: 16_000, bytes: 24_000_000, lookMs: 500 }
type Linger = typeof linger

/**
 * What was not read of an answered request is thrown away as it arrives: a connection closed under a client that still
 * sends is a reset, by which it may lose the answer. No more is taken than any page lets in, and none that drips.
 */
function discardRest(incoming: IncomingMessage, { silentMs, wholeMs, slowestRate, bytes, lookMs }: Linger) {
  if (incoming.complete) return
  const { socket } = incoming
  const begun = { bytes: socket.bytesRead, at: performance.now() }
  let last = { ...begun }
  const look = setInterval(() => {
    const now = { bytes: socket.bytesRead, at: performance.now() }
    if (now.bytes > last.bytes) last = now
    const thrown = now.bytes - begun.bytes
    const isSilent = now.at - last.at > silentMs
    const isSlow = now.at - begun.at > wholeMs + (thrown / slowestRate) * 1_000
    if (isSilent || isSlow || thrown > bytes) socket.destroy()
  }, lookMs).unref()
  const done = () => {
    clearInterval(look)
    closeWhole(socket)
  }
  incoming.once('end', done).once('close', done).on('error', done)
  incoming.resume()
}

/**
 * Node destroys the connection of a request with `Connection: close` as soon as it is answered, also while the client
 * still sends. Called before the answer: until the rest of the body is through, only our side is closed.
 */
function closeOurSideFirst({ socket, complete }: IncomingMessage): void {
  if (!complete) socket.destroySoon = () => void socket.end()
}

/** The connection is Node's again; one that was to be closed is closed whole, once all of the answer is sent. */
function closeWhole(socket: Socket): void {
  if (!Reflect.deleteProperty(socket, 'destroySoon') || !socket.writableEnded) return
  socket.destroySoon()
}

/** The client closed the connection before the whole answer was sent. */
const clientLeft = (error: unknown) =>
  ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '')

async function send(outgoing: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  const isComplete = Buffer.isBuffer(body)
  if (isComplete) headers.set('content-length', String(body.length))
  outgoing.writeHead(status, headerLines(headers))
  if (outgoing.req.method === 'HEAD') {
    outgoing.end()
    if (!isComplete) await body?.cancel()
  } else if (body === null || isComplete) outgoing.end(body)
  else await pipeline(Readable.fromWeb(body as WebStream<Uint8Array>), outgoing)
}

/** Names and values alternating, as Node takes them; each cookie is a line of its own. */
function headerLines(headers: Headers): string[] {
  const fields: string[] = []
  for (const [name, value] of headers) fields.push(name, value)
  return fields
}
