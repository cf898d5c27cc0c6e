import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'

/** A body has a shorter time of its own by its length (body.ts); this is for whatever nobody reads. */
const limits = {
  maxHeaderSize: 16_384,
  headersTimeout: 5_000,
  requestTimeout: 900_000,
  connectionsCheckingInterval: 1_000,
}

/** Listens at this address, with limits for clients that are no browsers; resolves once it listens. Tests have other limits. */
export async function listen(
  { host, port }: { host: string; port: number },
  answer: RequestListener,
  changed: Partial<typeof limits> = {},
): Promise<Server> {
  const server = createServer({ ...limits, ...changed }, (request, response) => {
    if (countHostHeaders(request) === 1) answer(request, response)
    else refuse(response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return server
}

/** Answers what is no valid request, such as a malformed address or the method TRACE. */
export function refuse(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad Request')
}

/** The number of Host headers; any other than one is refused, because it would be ambiguous. */
function countHostHeaders(request: IncomingMessage): number {
  return request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
}
