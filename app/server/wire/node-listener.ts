import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { createHeaders, createRequest } from '@mjackson/node-fetch-server'

/** What is sent; a Response is one. A body that is whole stays so, since a stream around it costs a page a tenth more. */
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
 * Answers requests of Node by a handler that is shaped like fetch. Rejects for what is no request, such as an address
 * without sense, and tells `onError` of what broke while it was answered.
 */
export function nodeListener(
  handle: (request: Request, client: Client) => Promise<Answer>,
  onError: (error: unknown) => void,
) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = requestOf(incoming, outgoing)
    try {
      await send(outgoing, await handle(request, { address: incoming.socket.remoteAddress ?? '' }))
    } catch (error) {
      if (hasLeft(error)) return
      onError(error)
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error')
    }
  }
}

/** Only who sends a body may leave in the middle of it; for all others a signal would cost a page two hundredths. */
function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const { method, url = '/', headers } = incoming
  if (method !== 'GET' && method !== 'HEAD') return createRequest(incoming, outgoing)
  const address = new URL(url, `http://${headers.host ?? 'localhost'}`)
  return new Request(address, { method, headers: createHeaders(incoming) })
}

/** Whoever asked closed the connection before all was sent. */
const hasLeft = (error: unknown) =>
  ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '')

async function send(outgoing: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  const isWhole = Buffer.isBuffer(body)
  if (isWhole) headers.set('content-length', String(body.length))
  outgoing.writeHead(status, fieldsOf(headers))
  if (outgoing.req.method === 'HEAD') {
    outgoing.end()
    if (!isWhole) await body?.cancel()
  } else if (body === null || isWhole) outgoing.end(body)
  else await pipeline(Readable.fromWeb(body as WebStream<Uint8Array>), outgoing)
}

/** Names and values in turns, as Node takes them; cookies are a line each. */
function fieldsOf(headers: Headers): string[] {
  const fields: string[] = []
  for (const [name, value] of headers) fields.push(name, value)
  return fields
}
