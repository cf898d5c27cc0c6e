import { type AppLoadContext, data, redirect, type ServerBuild } from '@remix-run/node'
import type { Permission } from '#app/domain/core/access/access.ts'
import type { Access } from '#app/domain/core/access/route-access.ts'
import { asRefusal, Refusal, statusOf } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'
import { apiRefusal } from '#app/server/api/answers.ts'
import { tokenRefusal } from '#app/server/api/token.ts'
import { refuseMissingFeature } from '#app/server/features/feature-pages.ts'
import { withPackages } from '#app/server/features/with-packages.ts'
import { flashCookie } from '#app/server/http/cookies.ts'
import { isOutage } from '#app/server/http/outage.ts'
import { plainPage } from '#app/server/http/plain-pages.ts'
import type { FlashMessage } from '#app/server/request/context.ts'
import { passToPage } from '#app/server/request/page-data.ts'
import { type Confirm, withConfirmation } from '#app/server/session/confirm.ts'
import { decide } from './gate.ts'
import { passHelper } from './helper-gate.ts'
import { routeFinder } from './matches.ts'

/** What a route declares about itself; exported as `handle`. */
export interface Handle {
  access: Access
  /** Answers JSON, also when the gate refuses, and only at an address of the API. */
  api?: true
  /**
   * Opening or posting this page asks "confirm it is you" when the person last did so more than ten minutes ago (rows marked
   * SU in the permission table: bank account, gateway secret, password, second factor), see session/confirm.ts.
   */
  confirm?: Confirm
  /** Also open to an operator who must still set up a second factor. */
  beforeSecondFactor?: true
  /**
   * Also open to an operator on a support visit, who otherwise sees only pages behind a permission to view, and none for
   * guests, for any signed-in person, or that are no pages.
   */
  helper?: true
  /** i18n key. */
  title?: string
  /** i18n key of a sentence for search engines: such a page also names its addresses in the other languages. */
  description?: string
  /** The title depends on what the page shows: its loader returns it as `title`. */
  titled?: true
  /** The innermost route that has one decides. */
  look?: 'staff' | 'public' | 'paper'
  /** False: a public page that shows no status, so it does without that stylesheet. */
  statuses?: false
  /** A public page with a timeline: only these carry its stylesheet. */
  timeline?: true
  /** A public page on which a payment is made or its outcome is shown: only these carry its stylesheet. */
  pays?: true
  /** A public page that shows the packages side by side: only these carry its stylesheet. */
  offers?: true
  /** The front page, with a stylesheet of its own. */
  front?: true
  /** A page of the help centre: only these carry its stylesheet. */
  help?: true
  /** A page on which a session is marked: only these carry its stylesheet. */
  marks?: true
  /** The page has scripts, which read the data of the loader. */
  hydrates?: true
}

type Work = (args: { request: Request; context: AppLoadContext; params: object }) => unknown

/**
 * Puts the gate before every loader and action. A route that declares no access answers nobody. A page without a loader gets
 * an empty one, since Remix calls nothing for a route without a loader. A page also passes the gates of the layouts around
 * it, so a layout without a loader needs none: Remix copies the request for each loader.
 */
export function withGates(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const module = route!.module
    const handle = handleOf(route!)
    const layouts = layoutsAround(route!, build.routes)
    const gated = (work: Work, mode: 'view' | 'change'): Work => {
      return async (args) => {
        try {
          await passRoute(route!, mode, args, layouts)
          return await withConfirmation(handle.confirm, mode, args, work)
        } catch (error) {
          if (isOutage(error)) args.context.outage ??= error
          const refusal = await withPackages(error, args.context)
          throw answerFor(refusal, args.context, module.default !== undefined)
        }
      }
    }
    const load = gated((module.loader as Work | undefined) ?? (() => null), 'view')
    const loader: Work =
      module.default && !handle.hydrates
        ? async (args) => passToPage(args.context, id, await load(args))
        : load
    const action = module.action && gated(module.action as Work, 'change')
    const needsLoader = module.loader || (module.default && id !== 'root' && !isLayout(route!))
    return [
      id,
      { ...route!, module: { ...module, ...(needsLoader ? { loader } : {}), ...(action ? { action } : {}) } },
    ]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

/**
 * Whether the gate lets a submission through to an action. Asked before its body is read, so that what is refused costs
 * no memory: the route then refuses it without its body.
 */
export function submissionGate(
  build: ServerBuild,
): (request: Request, context: AppLoadContext) => Promise<boolean> {
  const find = routeFinder(build)
  return async (request, context) => {
    const matches = find(context.path.replace(/\.data$/, '')) ?? []
    const target = targetOf(
      matches.map(({ route }) => build.routes[route.id!]!),
      request,
    )
    if (!target?.module.action) return false
    try {
      await passRoute(target, 'change', { request, context, params: {} })
      return true
    } catch {
      return false
    }
  }
}

/** The route whose action Remix runs: the last one, but an index route only for an address that ends in `?index`. */
function targetOf(matched: Route[], { url }: Request): Route | undefined {
  const last = matched.at(-1)
  if (!last?.index || new URL(url).searchParams.has('index')) return last
  return matched.findLast(({ path, index }) => !index && path !== undefined) ?? matched[0]
}

/** The gate of a route, and for a page those of the layouts around it. */
async function passRoute(
  route: Route,
  mode: 'view' | 'change',
  args: Parameters<Work>[0],
  layouts: Partial<Handle>[] = [],
): Promise<void> {
  const handle = handleOf(route)
  const { context } = args
  if (route.id !== 'root') {
    if (context.api !== (handle.api ?? false)) throw new Refusal('not_found.call')
    if (context.profile === 'helper')
      passHelper(handle, mode, context.path, route.module.default !== undefined)
  }
  if (mode === 'view' && route.module.default) await passAll(layouts, args)
  await pass(handle.access, mode, args)
  if (handle.access !== 'guest' && context.profile === 'user' && route.module.default)
    await refuseMissingFeature(context)
  if (!handle.beforeSecondFactor) demandSecondFactor(handle.access, args)
}

type Route = NonNullable<ServerBuild['routes'][string]>

const handleOf = ({ id, module }: Route): Partial<Handle> =>
  id === 'root' ? { access: 'guest' } : ((module.handle as Handle | undefined) ?? {})

/** A route without an address is only a layout. */
const isLayout = ({ path, index }: Route) => path === undefined && !index

/** The handles of the layouts around a route, the outermost first. */
function layoutsAround({ parentId }: Route, routes: ServerBuild['routes']): Partial<Handle>[] {
  const parent = parentId === undefined ? undefined : routes[parentId]
  return parent ? [...layoutsAround(parent, routes), handleOf(parent)] : []
}

async function passAll(layouts: Partial<Handle>[], args: Parameters<Work>[0]) {
  for (const { access, beforeSecondFactor } of layouts) {
    await pass(access, 'view', args)
    if (!beforeSecondFactor) demandSecondFactor(access, args)
  }
}

async function pass(
  access: Access | undefined,
  mode: 'view' | 'change',
  { request, context }: Parameters<Work>[0],
) {
  const decision = decide(access, context.profile, mode)
  if (decision.kind === 'refuse') throw new Refusal('action_not_allowed')
  if (decision.kind === 'redirect' && context.api) throw await tokenRefusal(context, request)
  if (decision.kind === 'redirect') {
    const headers = new Headers()
    // A picture that was still on its way when the session got a new token must not take the new one's cookie away.
    const isPage = request.headers.get('sec-fetch-dest') !== 'image'
    if (decision.endSession && isPage) headers.set('x-lunas-end-session', '1')
    if (decision.timeout && isPage) headers.append('set-cookie', await flashCookie.serialize(timeoutFlash))
    throw redirect(decision.to + returnPath(request, decision.to), { headers })
  }
  if (decision.permissions) {
    if (context.actor.roles.length === 0) throw new Refusal('role_unsuitable')
    if (!decision.permissions.some((permission) => context.can(permission)))
      throw notAllowed(context, decision.permissions)
  }
  if (decision.operatorPermission && !context.operatorCan(decision.operatorPermission)) {
    throw new Refusal('action_not_allowed')
  }
}

function notAllowed(context: AppLoadContext, permissions: readonly Permission[]): Refusal {
  if (context.profile === 'helper') return new Refusal('help_visit.only_looks')
  const reasons = permissions.map((permission) => context.withheld(permission))
  return reasons.find((refusal) => refusal !== undefined) ?? new Refusal('action_not_allowed')
}

const timeoutFlash = { tone: 'notice', key: 'session_timeout', values: {} } satisfies FlashMessage

/** Where a second factor is required, an operator without one is led to the page that sets it up. */
function demandSecondFactor(access: Access | undefined, { context }: Parameters<Work>[0]) {
  if (access === 'guest' || access === 'gateway') return
  if (context.lacksSecondFactor) throw redirect(paths.admin.secondFactor())
}

function returnPath(request: Request, to: string): string {
  if (request.method !== 'GET' || !to.endsWith('/login')) return ''
  const { pathname, search } = new URL(request.url)
  return pathname === '/' || pathname === '/dashboard' || pathname === '/admin/dashboard'
    ? ''
    : `?to=${encodeURIComponent(pathname + search)}`
}

/**
 * The answer to a refusal, with its status: the error page, a plain page for a route without one (a download, a verb), JSON
 * for a call of the API. Any other error is thrown again.
 */
function answerFor(error: unknown, context: AppLoadContext, hasPage: boolean): unknown {
  const refusal = asRefusal(error)
  if (!refusal) return error
  if (context.api) return apiRefusal(context, refusal)
  const { code, values } = refusal
  const status = statusOf(code)
  return hasPage ? data({ code, values }, { status }) : plainPage({ ...context, status, code, values })
}
