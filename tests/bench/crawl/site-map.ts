import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { routesOfSide } from '#app/server/routing/sides.ts'
import type { Side } from '#app/server/routing/site.ts'

export interface FoundRoute {
  /** Id of the route's file, such as `routes/tenant/invoice/view`. */
  id: string
  /** Ids from the root to the route. */
  chain: string[]
}

/** The addresses of one kind of host, as the build itself has them. */
export interface SiteMap {
  /** Pages whose address has no parameter: where a crawl begins. */
  starts: string[]
  /** The page that an address leads to; undefined for a file, an action and what does not exist. */
  pageOf(path: string): FoundRoute | undefined
  /** Ids of all pages. */
  pages: string[]
}

type Tree = NonNullable<Parameters<typeof matchRoutes>[0]>

/** Reads the routes of a build: new pages are crawled without being named anywhere. */
export function siteMap(build: ServerBuild, side: Side): SiteMap {
  const { routes } = routesOfSide(build, side)
  const tree = treeOf(routes)
  const pages = Object.values(routes).filter((route) => isPage(route!))
  const addresses = pages.map((route) => ({ id: route!.id, address: addressOf(route!.id, routes) }))
  // the same links stand on every page
  const known = new Map<string, FoundRoute | undefined>()
  const find = (pathname: string): FoundRoute | undefined => {
    const matches = matchRoutes(likely(tree, pathname.toLowerCase().split('/').filter(Boolean)), pathname)
    const leaf = matches?.at(-1)?.route.id
    if (!matches || !leaf || !isPage(routes[leaf]!)) return undefined
    return { id: leaf, chain: matches.map(({ route }) => route.id!) }
  }
  return {
    starts: addresses.map(({ address }) => address).filter((address) => !/[:*]/.test(address)),
    pages: addresses.filter(({ address }) => address !== '/*').map(({ id }) => id),
    pageOf(path) {
      // no route names one id or code among others, so that all of them lead where the first did
      const pathname = path.replace(/[?#].*/, '').replace(/(?<=\/)(?=[^/]*\d)[\w-]{20,}(?=\/|$)/g, 'an-id')
      if (!known.has(pathname)) known.set(pathname, find(pathname))
      return known.get(pathname)
    },
  }
}

function isPage({ id, path, index, module }: NonNullable<ServerBuild['routes'][string]>): boolean {
  return id !== 'root' && Boolean(path || index) && module.default !== undefined
}

function addressOf(id: string | undefined, routes: ServerBuild['routes']): string {
  const parts: string[] = []
  for (let route = routes[id ?? '']; route; route = routes[route.parentId ?? '']) {
    if (route.path) parts.unshift(route.path)
  }
  return `/${parts.join('/')}`
}

/** What of a tree could lead to an address of these parts: to match is to rank and compile all that there is. */
function likely(tree: Tree, parts: readonly string[]): Tree {
  return tree.flatMap((node) => {
    const own = (node.path ?? '').split('/').filter(Boolean)
    // a part that may be missing moves the ones behind it
    if (own.some((part) => part.endsWith('?'))) return [node]
    const isLikely = own.every((part, n) => /^[:*]/.test(part) || part.toLowerCase() === parts[n])
    if (!isLikely || !node.children) return isLikely ? [node] : []
    return [{ ...node, children: likely(node.children as Tree, parts.slice(own.length)) } as Tree[number]]
  })
}

function treeOf(routes: ServerBuild['routes'], parentId?: string): Tree {
  return Object.values(routes)
    .filter((route) => route!.parentId === parentId)
    .map((route) => {
      const { id, path, index } = route!
      return (index ? { id, path, index } : { id, path, children: treeOf(routes, id) }) as Tree[number]
    })
}
