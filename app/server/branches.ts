import type { ServerBuild } from '@remix-run/node'

type Routes = ServerBuild['routes']
type Route = NonNullable<Routes[string]>

/**
 * Remix weighs every route of a build against each request's address, so a page would get slower with each page that
 * the product gains. This cuts a build into branches by the first part of the address (`/invoice/…`); a branch holds
 * its own routes, those that begin with a parameter, and the layouts they need. The same branch is given back for the
 * same first part.
 */
export function branches(build: ServerBuild): (path: string) => ServerBuild {
  const first = new Map(
    Object.values(build.routes).map((route) => [route!.id, firstPart(route!, build.routes)]),
  )
  const known = new Set([...first.values()].filter((part) => part !== undefined && isFixed(part)))
  const cut = new Map<string, ServerBuild>()
  return (path) => {
    const part = path.split('/')[1] ?? ''
    const key = known.has(part) ? part : ''
    if (part === '__manifest') return build
    let branch = cut.get(key)
    if (!branch) {
      const keep = idsOf(build.routes, first, key)
      const routes = only(build.routes, keep)
      branch = { ...build, routes, assets: { ...build.assets, routes: only(build.assets.routes, keep) } }
      cut.set(key, branch)
    }
    return branch
  }
}

/** First part of a route's whole address: '' for an index, undefined for a layout without an address. */
function firstPart(route: Route, routes: Routes): string | undefined {
  const parent = route.parentId ? routes[route.parentId] : undefined
  const above = parent && firstPart(parent, routes)
  if (above) return above
  if (route.path) return route.path.split('/')[0]
  return route.index ? '' : undefined
}

const isFixed = (part: string) => !part.startsWith(':') && !part.startsWith('*')

/** Ids of the routes of one branch, with the layouts above them. */
function idsOf(routes: Routes, first: Map<string, string | undefined>, key: string): Set<string> {
  const keep = new Set<string>()
  for (const route of Object.values(routes)) {
    const part = first.get(route!.id)
    if (part === undefined || (isFixed(part) && part !== key)) continue
    for (let id: string | undefined = route!.id; id; id = routes[id]?.parentId) keep.add(id)
  }
  return keep
}

function only<T extends object>(all: T, keep: Set<string>): T {
  return Object.fromEntries(Object.entries(all).filter(([id]) => keep.has(id))) as T
}
