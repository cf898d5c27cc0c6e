import type { ServerBuild } from '@remix-run/node'

type Routes = ServerBuild['routes']
type Route = NonNullable<Routes[string]>

/** Parts of an address by which a build is cut. */
const depth = 2

/**
 * Remix matches each address against every route of a build, several times over, so pages would get slower with each page
 * that the product gains. This divides a build into branches by the first two parts of the address (`/invoice/view/…`): the
 * routes that such an address can match, including those with a parameter there, and their layouts. Equal parts give the
 * same branch. The manifest that Remix's own scripts request is about the whole build.
 */
export function branches(build: ServerBuild): (path: string) => ServerBuild {
  const addresses = Object.values(build.routes).map((route) => ({
    id: route!.id,
    parts: partsOf(route!, build.routes),
  }))
  const words = new Set(addresses.flatMap(({ parts = [] }) => parts.slice(0, depth)).filter(isFixed))
  const cut = new Map<string, ServerBuild>()
  return (path) => {
    const parts = readParts(path)
    if (parts[0] === '__manifest') return build
    // Parts that no route names share one key, so that made-up addresses make no branches of their own.
    const key = parts.map((part) => (part === '' || words.has(part) ? part : ':'))
    const name = key.join('/')
    let branch = cut.get(name)
    if (!branch) {
      const possible = addresses.filter(({ parts }) => parts && mayMatch(key, parts))
      const keep = withLayouts(build.routes, possible)
      const routes = only(build.routes, keep)
      branch = { ...build, routes, assets: { ...build.assets, routes: only(build.assets.routes, keep) } }
      cut.set(name, branch)
    }
    return branch
  }
}

/** The first parts of an address, without the suffix of a request for a page's data; Remix ignores case. */
function readParts(path: string): string[] {
  const parts = path
    .replace(/\.data$/, '')
    .toLowerCase()
    .split('/')
  return Array.from({ length: depth }, (_, index) => parts[index + 1] ?? '')
}

/** The parts of a route's whole address: none for an index at the top, undefined for a layout without an address. */
function partsOf({ path, index, parentId }: Route, routes: Routes): string[] | undefined {
  const above = parentId ? partsOf(routes[parentId]!, routes) : undefined
  if (path) return [...(above ?? []), ...path.toLowerCase().split('/')]
  return index ? (above ?? []) : above
}

const isFixed = (part: string) => !part.startsWith(':') && !part.startsWith('*')

/** `key` holds the first parts, '' where the address has ended. */
function mayMatch(key: string[], route: string[]): boolean {
  for (const [index, part] of key.entries()) {
    const own = route[index] ?? ''
    if (own.startsWith('*')) return true
    if (own === '' || isFixed(own) ? own !== part : part === '') return false
  }
  return true
}

function withLayouts(routes: Routes, wanted: { id: string }[]): Set<string> {
  const keep = new Set<string>()
  for (const leaf of wanted) {
    for (let id: string | undefined = leaf.id; id; id = routes[id]?.parentId) keep.add(id)
  }
  return keep
}

function only<T extends object>(all: T, keep: Set<string>): T {
  return Object.fromEntries(Object.entries(all).filter(([id]) => keep.has(id))) as T
}
