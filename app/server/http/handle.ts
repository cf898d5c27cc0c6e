import { randomBytes, randomUUID } from 'node:crypto'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { visitorAddress } from '#app/domain/core/network.ts'
import { statusOf } from '#app/domain/core/refusal.ts'
import { hashingIsFull } from '#app/domain/identity/passwords/passwords.ts'
import { localeOf } from '#app/i18n/i18n.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { apiBodyLimit, apiProblem } from '#app/server/api/answers.ts'
import { allowedAt } from '#app/server/api/calls.ts'
import { isApiPath } from '#app/server/api/path.ts'
import { type Arrival, openContext, type RequestContext } from '#app/server/request/context.ts'
import type { Services } from '#app/server/request/services.ts'
import { branches } from '#app/server/routing/branches.ts'
import { addressFinder } from '#app/server/routing/matches.ts'
import type { Site } from '#app/server/routing/site.ts'
import { guarded, only, pathKnower, wrongSide } from '#app/server/routing/trees.ts'
import { pageThatAsks } from '#app/server/session/confirm.ts'
import {
  BodyTooLarge,
  bodyLimitOf,
  bodyStream,
  ClientGone,
  fileLimitOf,
  wholeBody,
} from '#app/server/wire/body.ts'
import { compressed } from '#app/server/wire/compress.ts'
import type { Answer, Client } from '#app/server/wire/node-listener.ts'
import { isBusy } from '#db/sharing/busy.ts'
import { endedSessionCookie, flashCookie } from './cookies.ts'
import { secureHeaders } from './headers.ts'
import { refusedToHelper } from './helper-refused.ts'
import { hostAsker } from './host-asker.ts'
import { innerRequest, isReadable, isSafe, namesOneHost } from './inner-request.ts'
import type { Metrics } from './metrics.ts'
import { isCrossSite, isGatewayPath } from './origin-check.ts'
import { isOutage, outageRetrier } from './outage.ts'
import { plainPage } from './plain-pages.ts'
import { probe } from './probes.ts'

export interface HandlerOptions {
  services: Services
  metrics: Metrics
  build: ServerBuild
  mode: 'production' | 'development'
  secure: boolean
  trustProxy: boolean
  /** By which a proxy beyond our own network may ask about domains. */
  askKey?: string | undefined
  /** Origins besides our own that a page's form may lead to: the gateways. */
  formTargets: string[]
  /** Becomes true when the process is about to stop, so that no new work is sent to it. */
  stopping?: () => boolean
}

/**
 * The whole life of a request, fetch-shaped: host → site → session → the route tree of that side → headers. The
 * connection is taken at the first query and given back in the `finally`.
 */
export function makeHandler(options: HandlerOptions) {
  const { services, metrics, build, secure, formTargets } = options
  const trees = { main: only(build, 'main'), tenant: only(build, 'tenant') }
  const knows = { main: pathKnower(trees.main), tenant: pathKnower(trees.tenant) }
  const addressIn = { main: addressFinder(trees.main), tenant: addressFinder(trees.tenant) }
  const remix = {
    main: branchHandler(guarded(trees.main), options.mode),
    tenant: branchHandler(guarded(trees.tenant), options.mode),
  }

  const retryingOutage = outageRetrier()
  const mayAsk = hostAsker(services)

  return async function handle(incoming: Request, client: Client): Promise<Answer> {
    const started = performance.now()
    const [requestId, nonce] = [randomUUID().slice(-12), randomBytes(12).toString('base64url')]
    const ip = visitorAddress(client.address, incoming.headers.get('x-forwarded-for'), options.trustProxy)
    const url = new URL(incoming.url)
    const about: About = { nonce, requestId, path: url.pathname }
    let site: Site | undefined
    let response: Answer
    try {
      const probed = await probe(url, incoming, client.address, { ...options, mayAsk })
      if (!probed && namesOneHost(url, incoming))
        site = await retryingOutage(() => services.sites.of(incoming.headers.get('host')))
      if (probed) response = probed
      else if (!site) {
        // Whoever mistyped the address finds their organisation on the main host.
        const next = {
          href: services.sites.main.origin + paths.organisation.ask(),
          label: 'common.plain.find_organisation',
        }
        response = await plain(incoming, { status: 421, code: 'unknown_host', next, ...about })
      } else if (!isReadable(url))
        response = await plain(incoming, { status: 404, code: 'not_found.page', ...about })
      else response = await answer(site, incoming, url, { ...about, ip }, about)
    } catch (error) {
      response = await failed(error, incoming, { ...about, site })
    }
    const foreign = site?.side === 'tenant' && site.host === site.entity.custom_domain
    secureHeaders(response.headers, { nonce, secure, formTargets, foreign })
    response.headers.set('x-request-id', requestId)
    const sent = await compressed(incoming, response)
    const seconds = (performance.now() - started) / 1000
    metrics.requests.observe(
      { side: site?.side ?? 'unknown', method: incoming.method, status: String(sent.status) },
      seconds,
    )
    services.log.info(
      {
        requestId,
        tenant: site?.side === 'tenant' ? site.entity.subdomain : undefined,
        host: site?.host,
        method: incoming.method,
        path: withoutCodes(url.pathname),
        status: sent.status,
        ms: Math.round(seconds * 1000),
        ip,
      },
      'request',
    )
    return sent
  }

  async function answer(
    site: Site,
    incoming: Request,
    url: URL,
    arrival: Omit<Arrival, 'address'>,
    about: About,
  ): Promise<Answer> {
    const { pathname } = url
    if (!isMethodOfPages(incoming, pathname))
      return plain(incoming, { status: 405, code: 'not_found.page', ...arrival })
    const elsewhere = wrongSide(site.side, pathname, knows)
    if (elsewhere) return redirectTo(elsewhere)
    if (!isGatewayPath(pathname) && isCrossSite(incoming, site.origin)) {
      return plain(incoming, { status: statusOf('cross_site'), code: 'cross_site', ...arrival })
    }
    if (isSignIn(incoming, pathname) && hashingIsFull()) {
      return plain(incoming, { status: 429, code: 'too_many_requests', retryAfter: 5, ...arrival })
    }
    const unread = isGatewayPath(pathname)
    const body =
      incoming.body && (unread ? bodyStream(incoming) : await wholeBody(incoming, limitOf(pathname)))
    const done = new AbortController()
    const request = innerRequest(incoming, url, { origin: site.origin, body, signal: done.signal })
    const open = async () => {
      const address = () => addressIn[site.side](pathname)
      const context = await openContext(site, request, { ...arrival, address }, services)
      about.locale = context.locale
      return context
    }
    try {
      return isSafe(request)
        ? await retryingOutage(async () => within(await open(), request))
        : await within(await retryingOutage(open), request)
    } finally {
      // Remix keeps a timer, and with it the page's data, for five seconds unless it is told that all is over.
      done.abort(isOver)
    }
  }

  /** Runs the loaders or the action; an outage in one of them is the whole answer's. */
  async function within(context: RequestContext, request: Request): Promise<Answer> {
    try {
      const refused = refusedToHelper(request, context)
      if (refused) return refused
      const response = await remix[context.site.side](request, context)
      const said = context.asking && !context.outage ? await asked(request, context) : response
      if (context.outage) throw context.outage
      return await finished(said, context)
    } finally {
      await context.close()
    }
  }

  /** A form that needs a proof first is answered with the page that asks for it. */
  async function asked(request: Request, context: RequestContext): Promise<Response> {
    const asking = pageThatAsks(request, context)
    const page = await remix[context.site.side](asking, context, new URL(asking.url).pathname)
    return new Response(null, { status: 403, headers: page.headers })
  }

  async function failed(error: unknown, incoming: Request, about: About) {
    if (error instanceof ClientGone) return new Response(null, { status: 400 })
    if (error instanceof BodyTooLarge) return plain(incoming, { ...tooLarge(about.path), ...about })
    const { message, ...trouble } = isBusy(error) ? busy : isOutage(error) ? offline : mistake
    services.log.error({ requestId: about.requestId, err: error }, message)
    return plain(incoming, { ...trouble, ...about })
  }
}

/** Who sent a file is told how large it may be, and led back to the page from which it came. */
function tooLarge(path: string) {
  const most = fileLimitOf(path)
  if (most === undefined) return { status: 413, code: 'body_too_large' } as const
  const next = { href: path, label: 'common.plain.back' }
  return { status: 413, code: 'file_too_large', values: { most: most / 1_000_000 }, next } as const
}

const busy = { status: 503, code: 'database_busy', retryAfter: 5, message: 'database busy' } as const
const offline = { status: 503, code: 'database_offline', retryAfter: 5, message: 'database offline' } as const
const mistake = { status: 500, code: 'unexpected', message: 'request failed' } as const

/** One Remix handler for each branch of the tree, made when its first request comes. */
function branchHandler(build: ServerBuild, mode: HandlerOptions['mode']) {
  const branchOf = branches(build)
  const handlers = new Map<ServerBuild, ReturnType<typeof createRequestHandler>>()
  return (request: Request, context: RequestContext, path = context.path) => {
    const branch = branchOf(path)
    const handler = handlers.get(branch) ?? createRequestHandler(branch, mode)
    handlers.set(branch, handler)
    return handler(request, context)
  }
}

/** Why the signal of a request that ended well is aborted; one for all, since an error of its own costs a stack trace. */
const isOver = new Error('the request is over')

const redirectTo = (location: string) => new Response(null, { status: 302, headers: { location } })

const limitOf = (path: string) => (isApiPath(path) ? apiBodyLimit : bodyLimitOf(path))

/** Of a request, for words that no page says; its language as well as it is known so far. */
type About = Omit<Arrival, 'ip' | 'address'> & { locale?: Locale; site?: Site | undefined }

/** Words in place of an answer that no route gives: a page, or JSON for a call. */
async function plain(incoming: Request, about: Omit<Parameters<typeof plainPage>[0], 'locale'> & About) {
  const own = about.site?.side === 'tenant' ? about.site.entity.default_locale : 'en'
  const locale = about.locale ?? (await localeOf(incoming, own))
  const { code } = about
  // No call takes files.
  if (isApiPath(about.path))
    return apiProblem({ ...about, locale, code: code === 'file_too_large' ? 'body_too_large' : code })
  return plainPage({ ...about, locale })
}

/** Before the body is read or the database asked, so that a flood of passwords is turned away for next to nothing. */
const isSignIn = ({ method }: Request, path: string) =>
  method === 'POST' &&
  (path === paths.login() || path === paths.admin.login() || path === '/api/auth/login/email')

/** Pages and their forms know these; Remix would run an action for any other, too. The API has methods of its own. */
const isMethodOfPages = ({ method }: Request, path: string) =>
  path.startsWith('/api/') || method === 'GET' || method === 'HEAD' || method === 'POST'

/**
 * What every answer of Remix still needs: words where it has none or only its own, the end of a flash that was shown,
 * the end of a dead session's cookie.
 */
async function finished(answered: Response, context: RequestContext): Promise<Answer> {
  if (context.api)
    return isOurJson(answered) ? answered : apiProblem({ ...context, ...bareApi(answered, context.path) })
  const response = isBare(answered, context)
    ? plainPage({
        ...context,
        status: answered.status,
        code: answered.status === 405 ? 'not_found.page' : 'unexpected',
      })
    : answered
  for (const cookie of context.cookies) response.headers.append('set-cookie', cookie)
  if (context.flash && response.status < 300) {
    response.headers.append('set-cookie', await flashCookie.serialize('', { maxAge: 0 }))
  }
  if (response.headers.has('x-lunas-end-session')) {
    response.headers.delete('x-lunas-end-session')
    response.headers.append('set-cookie', endedSessionCookie())
  }
  return isPage(response) && context.html !== undefined
    ? { status: response.status, headers: response.headers, body: Buffer.from(context.html) }
    : response
}

/** Of a page the text lies in the context. */
const isPage = ({ body, headers }: Response) =>
  body === null && (headers.get('content-type') ?? '').startsWith('text/html')

const isOurJson = ({ headers }: Response) =>
  !headers.has('x-remix-error') && (headers.get('content-type') ?? '').startsWith('application/json')

/** What Remix itself has answered to a call: a method that no route has, an address of none, a mistake of ours. */
function bareApi({ status }: Response, pathname: string) {
  if (status === 405) return { status, code: 'api.method', allow: allowedAt(pathname) } as const
  return status < 500
    ? ({ status: 404, code: 'not_found.call' } as const)
    : ({ status, code: 'unexpected' } as const)
}

/** Remix tells of a wrong method and of what broke beyond its error pages in plain English, or in JSON. */
function isBare({ status, headers }: Response, { path }: RequestContext): boolean {
  if ((status !== 405 && status !== 500) || isGatewayPath(path)) return false
  return headers.has('x-remix-error') || !/html|x-script/.test(headers.get('content-type') ?? '')
}

/** A public code opens what it stands for to anybody, so of each only the beginning is logged. */
function withoutCodes(path: string): string {
  return path.replaceAll(/(?<=\/)[a-z2-9]{26}(?=\/|$)/g, (code) => `${code.slice(0, 4)}…`)
}
