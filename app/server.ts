import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { createPool } from '#db/pool.ts'
import { ringOf } from './domain/core/secrets.ts'
import { domainChecker } from './domain/organisation/own-domain/check.ts'
import { appDatabaseUrl, type Environment, environment } from './environment.ts'
import { chipUrl } from './integrations/chip/config.ts'
import { mailTrier } from './server/forms/try-mail.ts'
import { makeHandler } from './server/http/handle.ts'
import { webLog } from './server/http/log.ts'
import { makeMetrics } from './server/http/metrics.ts'
import { sandboxProxy } from './server/http/sandbox-proxy.ts'
import { type Middleware, staticFiles } from './server/http/static-files.ts'
import { fpxGateway } from './server/payments/fpx.ts'
import { heldMessages } from './server/payments/held-messages.ts'
import { waitingFinder } from './server/request/kept-counts.ts'
import { labelFinder } from './server/request/labels.ts'
import { siteFinder } from './server/routing/site.ts'
import { type Answer, type Client, nodeListener } from './server/wire/node-listener.ts'
import { built } from './start/building/built.ts'
import { endWhenTold } from './start/process/end-when-told.ts'

/** The web process: pools, the handler over the built product, static files; stops gracefully. */
export async function startServer(settings: Environment) {
  const log = webLog(settings.logLevel)
  const url = appDatabaseUrl(settings)
  const unclean = (detail: object) => {
    metrics.unclean.inc()
    log.error(detail, 'unclean connection destroyed')
  }
  const watch = {
    onUnclean: unclean,
    onError: (error: Error) => log.warn({ err: error }, 'idle connection lost'),
  }
  const pool = createPool(url, { max: settings.webConnections, ...watch })
  const reportPool = createPool(url, { max: settings.reportConnections, waitMs: 10_000, ...watch })
  const metrics = makeMetrics({ web: pool, report: reportPool })
  const { mainHost, secure } = settings
  const sites = siteFinder(pool, { mainHost, secure })
  let stopping = false

  const { files, build } = await product()
  const ring = ringOf(settings)
  const services = {
    pool,
    reportPool,
    sites,
    labels: labelFinder(),
    waiting: waitingFinder(),
    log,
    ring,
    secondFactor: settings.operatorSecondFactor,
    fpx: fpxGateway(settings),
    chipUrl: chipUrl(settings),
    held: heldMessages({ pool, log }),
    tryMail: mailTrier(settings),
    domains: domainChecker(settings),
    mainHost,
  }
  let handler: { of: ServerBuild; handle: ReturnType<typeof makeHandler> } | undefined
  const proxy = settings.sandbox ? sandboxProxy(settings) : undefined

  const answer = async (request: Request, client: Client): Promise<Answer> => {
    const of = await build()
    if (handler?.of !== of) {
      const formTargets = gatewayOrigins(settings, sites.main.origin)
      const mode = devServer ? 'development' : 'production'
      handler = {
        of,
        handle: makeHandler({
          services,
          metrics,
          build: of,
          mode,
          secure,
          trustProxy: settings.trustProxy,
          askKey: settings.askKey,
          formTargets,
          stopping: () => stopping,
        }),
      }
    }
    const proxied = await proxy?.(request)
    if (proxied) return proxied
    const response = await handler.handle(request, client)
    // A connection that stayed open would keep the process until it times out.
    if (stopping) response.headers.set('connection', 'close')
    return response
  }
  const listener = nodeListener(answer, (error) => log.error({ err: error }, 'answer not sent'))

  const limits = {
    maxHeaderSize: 16_384,
    headersTimeout: 5_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 1_000,
  }
  const server = createServer(limits, (request, response) => {
    if (hosts(request) !== 1) return refuse(response)
    files(request, response, () => {
      listener(request, response).catch(() => refuse(response))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(settings.port, settings.host, resolve)
  })
  log.info({ port: settings.port, origin: sites.main.origin }, 'listening')

  return {
    server,
    log,
    /** Lets running requests finish (ten seconds at most), then gives everything back. */
    async stop() {
      stopping = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const hurry = setTimeout(() => server.closeAllConnections(), 6_500)
      await closed
      clearTimeout(hurry)
      await services.held.end()
      await Promise.all([pool.end(), reportPool.end()])
      log.flush()
    },
  }
}

const devServer = process.argv.includes('--dev')

/** The built product, or Vite's live one with `--dev`. */
async function product(): Promise<{ files: Middleware; build: () => Promise<ServerBuild> }> {
  if (devServer) {
    const { createServer: createVite } = await import('vite')
    const vite = await createVite({ configFile: 'remix.config.js', server: { middlewareMode: true } })
    return {
      files: vite.middlewares,
      build: async () => (await vite.ssrLoadModule('virtual:remix/server-build')) as unknown as ServerBuild,
    }
  }
  const { client, server } = built()
  const [files, build] = await Promise.all([staticFiles(client), server<ServerBuild>()])
  return { files, build: async () => build }
}

/** For what is no request that could be answered, such as an address without sense or the method TRACE. */
function refuse(response: ServerResponse) {
  if (response.headersSent) response.destroy()
  else response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad Request')
}

/** How many Host headers came; anything but one is refused before it can mean two things. */
function hosts(request: IncomingMessage): number {
  return request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
}

/** A payment page posts to the gateway, so the content policy must allow its origin. */
function gatewayOrigins(settings: Environment, ownOrigin: string): string[] {
  return [ownOrigin, ...(settings.fpx.url ? [new URL(settings.fpx.url).origin] : [])]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { stop } = await startServer(environment)
  endWhenTold(stop)
}
