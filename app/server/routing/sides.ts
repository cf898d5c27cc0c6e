import type { ServerBuild } from '@remix-run/node'
import { routeFinder } from './matches.ts'
import type { Side } from './site.ts'

// One build holds the routes of both sides, the operator's host and the organisations; a host serves its own and the shared.

const foreignFolder: Record<Side, string> = { main: 'routes/tenant/', tenant: 'routes/main/' }

/** The routes of a side and the shared ones. */
export function routesOfSide(build: ServerBuild, side: Side): ServerBuild {
  const keep = <T extends object>(routes: T): T =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => !id.startsWith(foreignFolder[side]))) as T
  return {
    ...build,
    routes: keep(build.routes),
    assets: { ...build.assets, routes: keep(build.assets.routes) },
  }
}

/**
 * Where to redirect a request for a page of the other side; undefined for a path that this side has, or that no side has. A
 * path that both sides have belongs to the one that has it literally, without a parameter.
 */
export function wrongSide(side: Side, path: string, matchers: Record<Side, PathMatcher>): string | undefined {
  const here = matchers[side](path)
  // Only looked up where it matters, because most requests are on the right side.
  const there = () => matchers[side === 'main' ? 'tenant' : 'main'](path)
  const isData = path.endsWith('.data') && matchers[side](path.slice(0, -'.data'.length)) === 'literal'
  const isOwn = isData || here === 'literal' || (here === 'parameter' && there() !== 'literal')
  if (isOwn || !there()) return side === 'tenant' && /^\/admin(\/|$)/.test(path) ? '/' : undefined
  if (side === 'main') return '/admin/login'
  return path.startsWith('/admin') ? '/' : '/login'
}

/** How a path matches a page: literally, by a parameter, or not at all (a catch-all does not count). */
type PathMatch = 'literal' | 'parameter' | undefined
type PathMatcher = (path: string) => PathMatch

/** The most paths whose match is cached. */
const maxCached = 2_000

export function pathMatcher(build: ServerBuild): PathMatcher {
  const find = routeFinder(build)
  const cache = new Map<string, PathMatch>()
  const match = (path: string): PathMatch => {
    const matches = find(path)
    const leaf = matches?.at(-1)
    if (!matches || !leaf || leaf.route.path === '*') return undefined
    return Object.keys(leaf.params).some((name) => name !== '*') ? 'parameter' : 'literal'
  }
  return (path) => {
    const result = cache.has(path) ? cache.get(path) : match(path)
    if (cache.size >= maxCached) cache.clear()
    cache.set(path, result)
    return result
  }
}
