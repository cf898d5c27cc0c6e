import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'

const limits = {
  maxHeaderSize: 16_384,
  headersTimeout: 5_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
}

/** Listens at this address, with limits for what is no browser; settles when it does. */
export async function listen(
  { host, port }: { host: string; port: number },
  answer: RequestListener,
): Promise<Server> {
  const server = createServer(limits, (request, response) => {
    if (hosts(request) === 1) answer(request, response)
    else refuse(response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return server
}

/** For what is no request that could be answered, such as an address without sense or the method TRACE. */
export function refuse(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad Request')
}

/** How many Host headers came; anything but one is refused before it can mean two things. */
function hosts(request: IncomingMessage): number {
  return request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
}
