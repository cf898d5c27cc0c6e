import { type AppLoadContext, data, redirect, type ServerBuild } from '@remix-run/node'
import type { Permission } from '#app/domain/core/access/access.ts'
import type { Access } from '#app/domain/core/access/route-access.ts'
import { asRefusal, Refusal, statusOf } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'
import { apiRefusal } from '#app/server/api/answers.ts'
import { tokenRefusal } from '#app/server/api/token.ts'
import { withPackages } from '#app/server/features/with-packages.ts'
import { flashCookie } from '#app/server/http/cookies.ts'
import { isOutage } from '#app/server/http/outage.ts'
import { plainPage } from '#app/server/http/plain-pages.ts'
import type { FlashMessage } from '#app/server/request/context.ts'
import { keepForPage } from '#app/server/request/page-data.ts'
import { type Confirm, confirmedFirst } from '#app/server/session/confirm.ts'
import { decide } from './gate.ts'
import { passHelper } from './helper-gate.ts'
import { routeFinder } from './matches.ts'
import type { Side } from './site.ts'

export interface Handle {
  access: Access
  /** Answers JSON, also when the gate refuses, and only at an address of the API. */
  api?: true
  /**
   * Looking or changing here asks "confirm it is you" when the person last proved it more than ten minutes ago
   * (rows marked SU in the permission table: bank account, gateway secret, password, second factor). `on-refusal`: only
   * some changes do, and the domain says so by refusing with confirm_required.
   */
  confirm?: Confirm
  /** An operator may come here who must still set up a second factor. */
  beforeSecondFactor?: true
  /**
   * An operator who visits to help may come here, though it is for guests, for whoever is signed in or no page. Without it
   * pages behind a permission to look are all that is theirs.
   */
  helper?: true
  /** i18n key. */
  title?: string
  /** What it is called depends on what it shows: its loader gives the words, as `title`. */
  titled?: true
  /** The nearest route that says so wins. */
  look?: 'staff' | 'public' | 'paper'
  /** A public page that is paid by the byte and never shows the state of anything. */
  statuses?: false
  /** A public page that tells what has happened step by step, which few do and all would pay for. */
  timeline?: true
  /** The public page that shows the packages side by side. */
  offers?: true
  /** The page has scripts, which read what the loader gave. */
  hydrates?: true
}

const other: Record<Side, string> = { main: 'routes/tenant/', tenant: 'routes/main/' }

/** Its own routes and the shared ones. */
export function only(build: ServerBuild, side: Side): ServerBuild {
  const keep = <T extends object>(routes: T): T =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => !id.startsWith(other[side]))) as T
  return {
    ...build,
    routes: keep(build.routes),
    assets: { ...build.assets, routes: keep(build.assets.routes) },
  }
}

type Work = (args: { request: Request; context: AppLoadContext; params: object }) => unknown

/**
 * A route that declares no access answers nobody; a page without a loader gets an empty one, since a route that loads
 * nothing is never asked. Pages pass the gates of the layouts around them, too, so a layout that loads nothing needs no
 * loader: Remix copies the request for each.
 */
export function guarded(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const module = route!.module
    const handle = handleOf(route!)
    const layouts = layoutsAround(route!, build.routes)
    const behind = (work: Work, mode: 'view' | 'change'): Work => {
      return async (args) => {
        try {
          if (id !== 'root' && args.context.api !== (handle.api ?? false)) throw new Refusal('not_found.call')
          if (id !== 'root' && args.context.profile === 'helper')
            passHelper(handle, mode, args.context.path, module.default !== undefined)
          if (mode === 'view' && module.default) await passAll(layouts, args)
          await pass(handle.access, mode, args)
          if (!handle.beforeSecondFactor) demandSecondFactor(handle.access, args)
          return await confirmedFirst(handle.confirm, mode, args, work)
        } catch (error) {
          if (isOutage(error)) args.context.outage ??= error
          const told = await withPackages(error, args.context)
          throw answerFor(told, args.context, module.default !== undefined)
        }
      }
    }
    const load = behind((module.loader as Work | undefined) ?? (() => null), 'view')
    const loader: Work =
      module.default && !handle.hydrates
        ? async (args) => keepForPage(args.context, id, await load(args))
        : load
    const action = module.action && behind(module.action as Work, 'change')
    const needsLoader = module.loader || (module.default && id !== 'root' && !isLayout(route!))
    return [
      id,
      { ...route!, module: { ...module, ...(needsLoader ? { loader } : {}), ...(action ? { action } : {}) } },
    ]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

type Route = NonNullable<ServerBuild['routes'][string]>

const handleOf = ({ id, module }: Route): Partial<Handle> =>
  id === 'root' ? { access: 'guest' } : ((module.handle as Handle | undefined) ?? {})

/** A route without an address is never a page by itself. */
const isLayout = ({ path, index }: Route) => path === undefined && !index

/** What the layouts around a route say of themselves, the outermost first. */
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
  const held = permissions.map((permission) => context.withheld(permission))
  return held.find((refusal) => refusal !== undefined) ?? new Refusal('action_not_allowed')
}

const timeoutFlash = { tone: 'notice', key: 'session_timeout', values: {} } satisfies FlashMessage

/** Where one is demanded, an operator without a second factor gets to the page that sets it up, and nowhere else. */
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
 * A refusal becomes an answer with its status: the error page, a plain one for a route without a page (a download, a
 * verb), JSON for a call. Anything else goes on.
 */
function answerFor(error: unknown, context: AppLoadContext, hasPage: boolean): unknown {
  const refusal = asRefusal(error)
  if (!refusal) return error
  if (context.api) return apiRefusal(context, refusal)
  const { code, values } = refusal
  const status = statusOf(code)
  return hasPage ? data({ code, values }, { status }) : plainPage({ ...context, status, code, values })
}

/** Paths of which it is kept whether they are pages: lists, forms and what else many open. */
const mostKnown = 2_000

/** How routes know a path: word for word, or with a part of it for a parameter. */
type Known = 'exactly' | 'alike' | undefined
type PathKnower = (path: string) => Known

/** Tells whether a path is a page of these routes (a catch-all does not count). */
export function pathKnower(build: ServerBuild): PathKnower {
  const find = routeFinder(build)
  const known = new Map<string, Known>()
  const look = (path: string): Known => {
    const matches = find(path)
    const leaf = matches?.at(-1)
    if (!matches || !leaf || leaf.route.path === '*') return undefined
    return Object.keys(leaf.params).some((name) => name !== '*') ? 'alike' : 'exactly'
  }
  return (path) => {
    const answer = known.has(path) ? known.get(path) : look(path)
    if (known.size >= mostKnown) known.clear()
    known.set(path, answer)
    return answer
  }
}

/** Undefined for a path that is not of the other side, or that both have; what one has word for word is its own. */
export function wrongSide(side: Side, path: string, knows: Record<Side, PathKnower>): string | undefined {
  const here = knows[side](path)
  // looked at only where it matters, since most people are where they belong
  const there = () => knows[side === 'main' ? 'tenant' : 'main'](path)
  const isData = path.endsWith('.data') && knows[side](path.slice(0, -'.data'.length)) === 'exactly'
  const isOwn = isData || here === 'exactly' || (here === 'alike' && there() !== 'exactly')
  if (isOwn || !there()) return side === 'tenant' && /^\/admin(\/|$)/.test(path) ? '/' : undefined
  if (side === 'main') return '/admin/login'
  return path.startsWith('/admin') ? '/' : '/login'
}
