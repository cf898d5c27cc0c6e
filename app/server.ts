import type { IncomingMessage, ServerResponse } from 'node:http'
import * as pages from 'virtual:remix/server-build'
import type pg from 'pg'
import type { Logger } from 'pino'
import { unsavedFpxMessages } from '#app/server/payments/unsaved-fpx-messages.ts'
import { toDoCountCache } from '#app/server/request/to-do-count-cache.ts'
import { createPool } from '#db/pool.ts'
import { environmentKeyring } from './domain/core/secrets.ts'
import { domainChecker } from './domain/organisation/own-domain/check.ts'
import { appDatabaseUrl, type Environment } from './environment.ts'
import { chipUrl } from './integrations/chip/config.ts'
import { portalConfig } from './integrations/myinvois/config.ts'
import { mailTrier } from './server/forms/try-mail.ts'
import { type HandlerOptions, makeHandler } from './server/http/handle.ts'
import { webLog } from './server/http/log.ts'
import { makeMetrics } from './server/http/metrics.ts'
import { sandboxProxy } from './server/http/sandbox-proxy.ts'
import { staticFiles } from './server/http/static-files.ts'
import { fpxGateway } from './server/payments/fpx.ts'
import { labelFinder } from './server/request/labels.ts'
import type { Services } from './server/request/services.ts'
import { siteFinder } from './server/routing/site.ts'
import { bodyBudgets } from './server/wire/body-budget.ts'
import { listen, refuse } from './server/wire/http-server.ts'
import { type Answer, type Client, nodeListener } from './server/wire/node-listener.ts'

/** For tests, which run the built product: objects that they pass in must be of its own classes, and know its own pools. */
export { sharesOf } from '#db/sharing/shares.ts'
export { Refusal } from './domain/core/refusal.ts'
export { bodyBudgets, createPool, mailTrier, makeHandler, makeMetrics, pages }

/** The web process: the product at its address, and the files of `client` before it; stops gracefully. */
export async function startServer(settings: Environment, client: string) {
  const product = openProduct(settings, 'production')
  const files = await staticFiles(client)
  const server = await listen(settings, (request, response) => {
    files(request, response, () => product.answer(request, response))
  })
  product.log.info({ port: settings.port, origin: product.origin }, 'listening')

  return {
    server,
    /** Lets running requests finish (ten seconds at most), then gives everything back. */
    async stop() {
      product.beginToStop()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const hurry = setTimeout(() => server.closeAllConnections(), 6_500)
      await closed
      clearTimeout(hurry)
      await product.close()
    },
  }
}

/** The product without a port: its pools, and the function that answers a request of Node. */
export function openProduct(settings: Environment, mode: HandlerOptions['mode']) {
  const log = webLog(settings.logLevel)
  const url = appDatabaseUrl(settings)
  const reportUnclean = (detail: object) => {
    metrics.unclean.inc()
    log.error(detail, 'unclean connection destroyed')
  }
  const watch = {
    onUnclean: reportUnclean,
    onError: (error: Error) => log.warn({ err: error }, 'idle connection lost'),
  }
  const pool = createPool(url, { max: settings.webConnections, ...watch })
  const reportPool = createPool(url, { max: settings.reportConnections, waitMs: 10_000, ...watch })
  const metrics = makeMetrics({ web: pool, report: reportPool })
  const services = servicesOf(settings, { pool, reportPool, log })
  const { origin } = services.sites.main
  let stopping = false

  const proxy = settings.sandbox ? sandboxProxy(settings) : undefined
  const handle = makeHandler({
    services,
    metrics,
    build: pages,
    mode,
    secure: settings.secure,
    trustProxy: settings.trustProxy,
    askKey: settings.askKey,
    formTargets: gatewayOrigins(settings, origin),
    stopping: () => stopping,
  })
  const answer = async (request: Request, client: Client): Promise<Answer> => {
    const proxied = await proxy?.(request)
    if (proxied) return proxied
    const response = await handle(request, client)
    // An open connection would keep the process alive until it times out.
    if (stopping) response.headers.set('connection', 'close')
    return response
  }
  const listener = nodeListener(answer, (error) => log.error({ err: error }, 'answer not sent'))

  return {
    log,
    origin,
    answer(request: IncomingMessage, response: ServerResponse) {
      listener(request, response).catch(() => refuse(response))
    },
    /** From now on /readyz says no, so that a proxy sends new requests elsewhere. */
    beginToStop() {
      stopping = true
    },
    async close() {
      await services.unsavedFpxMessages.stop()
      await Promise.all([pool.end(), reportPool.end()])
      log.flush()
    },
  }
}

interface ServicesOptions {
  pool: pg.Pool
  reportPool: pg.Pool
  log: Logger
  /** Milliseconds for which organisations and their words are cached, where not the default. */
  rememberMs?: number
}

/** The services that live as long as the process. */
export function servicesOf(
  settings: Environment,
  { pool, reportPool, log, ...memory }: ServicesOptions,
): Services {
  const { mainHost, secure } = settings
  return {
    pool,
    reportPool,
    sites: siteFinder(pool, { mainHost, secure, ...memory }),
    labels: labelFinder(memory),
    toDoCounts: toDoCountCache(),
    log,
    ring: environmentKeyring(settings),
    secondFactor: settings.operatorSecondFactor,
    fpx: fpxGateway(settings),
    chipUrl: chipUrl(settings),
    portal: (which) => portalConfig(settings, which),
    unsavedFpxMessages: unsavedFpxMessages({ pool, log }),
    tryMail: mailTrier(settings),
    sendsMail: settings.smtpUrl !== undefined,
    domains: domainChecker(settings),
    mainHost,
  }
}

/** A payment page posts to the gateway, so the content policy must allow its origin. */
function gatewayOrigins(settings: Environment, ownOrigin: string): string[] {
  return [ownOrigin, ...(settings.fpx.url ? [new URL(settings.fpx.url).origin] : [])]
}
