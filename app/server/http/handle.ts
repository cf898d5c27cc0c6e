import { randomBytes, randomUUID } from 'node:crypto'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { networkOf, visitorAddress } from '#app/domain/core/network.ts'
import { statusOf } from '#app/domain/core/refusal.ts'
import { hashingIsFull } from '#app/domain/identity/passwords/passwords.ts'
import { localeOf } from '#app/i18n/i18n.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { apiProblem } from '#app/server/api/answers.ts'
import { allowedAt } from '#app/server/api/calls.ts'
import { isApiPath } from '#app/server/api/path.ts'
import { type Arrival, openContext, type RequestContext } from '#app/server/request/context.ts'
import type { Services } from '#app/server/request/services.ts'
import { branches } from '#app/server/routing/branches.ts'
import { routePatternFinder } from '#app/server/routing/matches.ts'
import { pathMatcher, routesOfSide, wrongSide } from '#app/server/routing/sides.ts'
import type { Site } from '#app/server/routing/site.ts'
import { submissionGate, withGates } from '#app/server/routing/trees.ts'
import { confirmPageRequest } from '#app/server/session/confirm.ts'
import { ClientGone } from '#app/server/wire/body.ts'
import { type BodyBudgets, bodyBudgets } from '#app/server/wire/body-budget.ts'
import { compressed } from '#app/server/wire/compress.ts'
import type { Answer, Client } from '#app/server/wire/node-listener.ts'
import { isBusy } from '#db/sharing/busy.ts'
import { certificateHostCheck } from './certificate-hosts.ts'
import { endedSessionCookie, flashCookie } from './cookies.ts'
import { secureHeaders } from './headers.ts'
import { refusedToHelper } from './helper-refused.ts'
import { innerRequest, isReadable, isSafe, namesOneHost } from './inner-request.ts'
import { loggedPath } from './logged-path.ts'
import type { Metrics } from './metrics.ts'
import { isCrossSite, isGatewayPath } from './origin-check.ts'
import { isOutage, outageRetrier } from './outage.ts'
import { plainPage } from './plain-pages.ts'
import { probe } from './probes.ts'
import { bodyProblem, readSubmission } from './submission.ts'

export interface HandlerOptions {
  services: Services
  metrics: Metrics
  build: ServerBuild
  mode: 'production' | 'development'
  secure: boolean
  trustProxy: boolean
  /** The key with which a proxy outside our own network may ask whether a host gets a certificate. */
  askKey?: string | undefined
  /** Origins of the gateways, to which a form of a page may lead as well as to our own. */
  formTargets: string[]
  /** Where the bodies in memory are counted; by default those of the process. */
  budgets?: BodyBudgets
  /** True when the process is about to stop, so that no new work is sent to it. */
  stopping?: () => boolean
}

/**
 * Answers a request, in the shape of `fetch`: host → site → session and context → gate → body → route of that side → headers
 * and compression. Read it from `handle` to `answer` to `runRoute`. The body of a form is read when the gate has let it
 * through, and not before. The connection to the database is taken at the first query
 * and given back in the `finally` of `runRoute`.
 */
export function makeHandler(options: HandlerOptions) {
  const { services, metrics, build, secure, formTargets } = options
  const builds = { main: routesOfSide(build, 'main'), tenant: routesOfSide(build, 'tenant') }
  const pathMatchers = { main: pathMatcher(builds.main), tenant: pathMatcher(builds.tenant) }
  const routePatternIn = { main: routePatternFinder(builds.main), tenant: routePatternFinder(builds.tenant) }
  const routesOf = {
    main: routeRunner(withGates(builds.main), options.mode),
    tenant: routeRunner(withGates(builds.tenant), options.mode),
  }

  const mayBeSent = { main: submissionGate(builds.main), tenant: submissionGate(builds.tenant) }
  const budgets = options.budgets ?? bodyBudgets()
  const retryingOutage = outageRetrier()
  const mayHaveCertificate = certificateHostCheck(services)

  return async function handle(incoming: Request, client: Client): Promise<Answer> {
    const started = performance.now()
    const [requestId, nonce] = [randomUUID().slice(-12), randomBytes(12).toString('base64url')]
    const ip = visitorAddress(client.address, incoming.headers.get('x-forwarded-for'), options.trustProxy)
    const url = new URL(incoming.url)
    const about: About = { nonce, requestId, path: url.pathname }
    let site: Site | undefined
    let response: Answer
    try {
      const probed = await probe(url, incoming, client.address, { ...options, mayHaveCertificate })
      if (!probed && namesOneHost(url, incoming))
        site = await retryingOutage(() => services.sites.of(incoming.headers.get('host')))
      if (probed) response = probed
      else if (!site) {
        // The main host helps a person who mistyped the address to find their organisation.
        const next = {
          href: services.sites.main.origin + paths.organisation.ask(),
          label: 'common.plain.find_organisation',
        }
        response = await plainAnswer(incoming, { status: 421, code: 'unknown_host', next, ...about })
      } else if (!isReadable(url))
        response = await plainAnswer(incoming, { status: 404, code: 'not_found.page', ...about })
      else response = await answer(site, incoming, url, { ...about, ip }, about)
    } catch (error) {
      response = await failed(error, incoming, { ...about, site })
    }
    const onOwnDomain = site?.side === 'tenant' && site.host === site.entity.custom_domain
    secureHeaders(response.headers, { nonce, secure, formTargets, foreign: onOwnDomain })
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
        path: loggedPath(url.pathname),
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
    arrival: Omit<Arrival, 'routePattern'>,
    about: About,
  ): Promise<Answer> {
    const { pathname } = url
    if (!isMethodOfPages(incoming, pathname))
      return plainAnswer(incoming, { status: 405, code: 'not_found.page', ...arrival })
    const otherSide = wrongSide(site.side, pathname, pathMatchers)
    if (otherSide) return redirectTo(otherSide)
    if (!isGatewayPath(pathname) && isCrossSite(incoming, site.origin)) {
      return plainAnswer(incoming, { status: statusOf('cross_site'), code: 'cross_site', ...arrival })
    }
    if (isSignIn(incoming, pathname) && hashingIsFull()) {
      return plainAnswer(incoming, { status: 429, code: 'too_many_requests', retryAfter: 5, ...arrival })
    }
    const done = new AbortController()
    const inner = (body: BodyInit | null) =>
      innerRequest(incoming, url, { origin: site.origin, body, signal: done.signal })
    const request = inner(null)
    const budget = isGatewayPath(pathname)
      ? budgets.calls
      : budgets.for(incoming.headers.get('content-length'))
    const allotment = budget.allot(networkOf(arrival.ip))
    const open = async () => {
      const routePattern = () => routePatternIn[site.side](pathname)
      const context = await openContext(site, request, { ...arrival, routePattern }, services)
      about.locale = context.locale
      return context
    }
    try {
      if (isSafe(request)) return await retryingOutage(async () => runRoute(await open(), request))
      const context = await retryingOutage(open)
      const mayRead = () => mayBeSent[site.side](request, context)
      return await runRoute(context, async () =>
        inner(await readSubmission(incoming, context, { mayRead, allotment })),
      )
    } finally {
      allotment.release()
      // Without this Remix keeps a timer, and with it the page's data, for five seconds.
      done.abort(requestOver)
    }
  }

  /** Runs the loaders or the action of a route; an outage in one of them fails the whole request. */
  async function runRoute(
    context: RequestContext,
    asked: Request | (() => Promise<Request>),
  ): Promise<Answer> {
    try {
      const refused = refusedToHelper(context)
      if (refused) return refused
      const request = typeof asked === 'function' ? await asked() : asked
      const routed = await routesOf[context.site.side](request, context)
      const mustConfirm = context.pendingConfirmation && !context.outage
      const response = mustConfirm ? await confirmPage(request, context) : routed
      if (context.outage) throw context.outage
      return await finished(response, context)
    } finally {
      await context.close()
    }
  }

  /** The answer to a form that needs a confirmation first: the page "confirm it is you", with the form in it. */
  async function confirmPage(request: Request, context: RequestContext): Promise<Response> {
    const get = confirmPageRequest(request, context)
    const page = await routesOf[context.site.side](get, context, new URL(get.url).pathname)
    return new Response(null, { status: 403, headers: page.headers })
  }

  async function failed(error: unknown, incoming: Request, about: About) {
    if (error instanceof ClientGone) return new Response(null, { status: 400 })
    const problem = bodyProblem(error, about.path, incoming)
    if (problem) return plainAnswer(incoming, { ...problem, ...about })
    const { message, ...failure } = isBusy(error) ? busy : isOutage(error) ? offline : bug
    services.log.error({ requestId: about.requestId, err: error }, message)
    return plainAnswer(incoming, { ...failure, ...about })
  }
}

const busy = { status: 503, code: 'database_busy', retryAfter: 5, message: 'database busy' } as const
const offline = { status: 503, code: 'database_offline', retryAfter: 5, message: 'database offline' } as const
const bug = { status: 500, code: 'unexpected', message: 'request failed' } as const

/** Runs a request in Remix: one handler for each branch of the routes, made when its first request comes. */
function routeRunner(build: ServerBuild, mode: HandlerOptions['mode']) {
  const branchOf = branches(build)
  const handlers = new Map<ServerBuild, ReturnType<typeof createRequestHandler>>()
  return (request: Request, context: RequestContext, path = context.path) => {
    const branch = branchOf(path)
    const handler = handlers.get(branch) ?? createRequestHandler(branch, mode)
    handlers.set(branch, handler)
    return handler(request, context)
  }
}

/** The reason with which the signal of an answered request is aborted; a constant, since each error costs a stack trace. */
const requestOver = new Error('the request is over')

const redirectTo = (location: string) => new Response(null, { status: 302, headers: { location } })

/** What an answer outside of the pages says about the request; its language, as far as it is known already. */
type About = Omit<Arrival, 'ip' | 'routePattern'> & { locale?: Locale; site?: Site | undefined }

/** An answer without a route: a plain page, or JSON for a call of the API. */
async function plainAnswer(
  incoming: Request,
  about: Omit<Parameters<typeof plainPage>[0], 'locale'> & About,
) {
  const fallback = about.site?.side === 'tenant' ? about.site.entity.default_locale : 'en'
  const locale = about.locale ?? (await localeOf(incoming, fallback))
  const { code } = about
  if (isApiPath(about.path)) return apiProblem({ ...about, locale, code: callCode(code) })
  return plainPage({ ...about, locale })
}

/** What a call of the API is told: none takes files, and each is small. */
function callCode(code: Parameters<typeof plainPage>[0]['code']): Parameters<typeof apiProblem>[0]['code'] {
  if (code === 'file_too_large') return 'body_too_large'
  if (code === 'uploads_own') return 'too_many_requests'
  return code === 'body_too_slow' ? 'input.invalid' : code === 'uploads_busy' ? 'database_busy' : code
}

/** Checked before the body is read or the database asked, so that turning away a flood of passwords costs next to nothing. */
const isSignIn = ({ method }: Request, path: string) =>
  method === 'POST' &&
  (path === paths.login() || path === paths.admin.login() || path === '/api/auth/login/email')

/** The methods of pages and their forms; for any other one Remix would run the action. The API has methods of its own. */
const isMethodOfPages = ({ method }: Request, path: string) =>
  path.startsWith('/api/') || method === 'GET' || method === 'HEAD' || method === 'POST'

/**
 * Completes an answer of Remix: a page in our words where it has none or only its own, the cookies of the request, and the
 * removal of a flash message that was shown and of the cookie of a session that has ended.
 */
async function finished(answered: Response, context: RequestContext): Promise<Answer> {
  if (context.api)
    return isOurJson(answered)
      ? answered
      : apiProblem({ ...context, ...remixProblem(answered, context.path) })
  const response = isOfRemix(answered, context)
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

/** The text of a page is not in the body of the response but in the context, see `entry.server.tsx`. */
const isPage = ({ body, headers }: Response) =>
  body === null && (headers.get('content-type') ?? '').startsWith('text/html')

const isOurJson = ({ headers }: Response) =>
  !headers.has('x-remix-error') && (headers.get('content-type') ?? '').startsWith('application/json')

/** What Remix itself answers to a call of the API: an unknown method, an unknown address, or an error of ours. */
function remixProblem({ status }: Response, pathname: string) {
  if (status === 405) return { status, code: 'api.method', allow: allowedAt(pathname) } as const
  return status < 500
    ? ({ status: 404, code: 'not_found.call' } as const)
    : ({ status, code: 'unexpected' } as const)
}

/** Remix itself answers a wrong method, and an error beyond its error pages, in plain English or JSON. */
function isOfRemix({ status, headers }: Response, { path }: RequestContext): boolean {
  if ((status !== 405 && status !== 500) || isGatewayPath(path)) return false
  return headers.has('x-remix-error') || !/html|x-script/.test(headers.get('content-type') ?? '')
}
