import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { branches } from './branches.ts'

type RouteTree = NonNullable<Parameters<typeof matchRoutes>[0]>

function tree(routes: ServerBuild['routes'], parentId?: string): RouteTree {
  return Object.values(routes)
    .filter((route) => route!.parentId === parentId)
    .map((route) => {
      const { id, path, index } = route!
      return (index ? { id, path, index } : { id, path, children: tree(routes, id) }) as RouteTree[number]
    })
}

/** Finds the routes that a path matches, the outermost first. */
type RouteFinder = (path: string) => ReturnType<typeof matchRoutes>

export function routeFinder(build: ServerBuild): RouteFinder {
  const branchOf = branches(build)
  const trees = new Map<ServerBuild, RouteTree>()
  return (path) => {
    const branch = branchOf(path)
    const routes = trees.get(branch) ?? tree(branch.routes)
    trees.set(branch, routes)
    return matchRoutes(routes, path)
  }
}

/** Finds the pattern of a path in the URL map, such as `/invoice/view/:id`: the kind of page, without ids. */
export function routePatternFinder(build: ServerBuild): (path: string) => string {
  const find = routeFinder(build)
  return (path) => {
    const parts = find(path.replace(/\.data$/, ''))?.flatMap(({ route }) => route.path || []) ?? ['*']
    return `/${parts.join('/')}`
  }
}
