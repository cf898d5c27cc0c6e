import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { expect, test } from 'vitest'
import { branches } from './branches.ts'

const routes = {
  root: { id: 'root', path: '' },
  home: { id: 'home', parentId: 'root', index: true },
  layout: { id: 'layout', parentId: 'root' },
  list: { id: 'list', parentId: 'layout', path: 'invoice' },
  new: { id: 'new', parentId: 'layout', path: 'invoice/new' },
  view: { id: 'view', parentId: 'layout', path: 'invoice/view/:id' },
  paper: { id: 'paper', parentId: 'root', path: 'invoice/print/:id' },
  print: { id: 'print', parentId: 'root', path: ':name/print' },
  export: { id: 'export', parentId: 'root', path: ':name/export/:format' },
  category: { id: 'category', parentId: 'layout', path: 'category' },
  admin: { id: 'admin', parentId: 'root', path: 'admin' },
  dashboard: { id: 'dashboard', parentId: 'admin', path: 'dashboard' },
  lost: { id: 'lost', parentId: 'root', path: '*' },
}
const build = { routes, assets: { routes } } as unknown as ServerBuild
const branchOf = branches(build)

type Tree = NonNullable<Parameters<typeof matchRoutes>[0]>
const tree = (all: ServerBuild['routes'], parentId?: string): Tree =>
  Object.values(all)
    .filter((route) => route!.parentId === parentId)
    .map((route) => ({ ...route!, children: tree(all, route!.id) }) as Tree[number])
const leafOf = (all: ServerBuild['routes'], path: string) => matchRoutes(tree(all), path)?.at(-1)?.route.id

test.each([
  ['/', 'home'],
  ['/invoice', 'list'],
  ['/Invoice/', 'list'],
  ['/invoice/new', 'new'],
  ['/invoice/view/1', 'view'],
  ['/invoice/print', 'print'],
  ['/invoice/print/1', 'paper'],
  ['/invoice/export/csv', 'export'],
  ['/student/print', 'print'],
  ['/category', 'category'],
  ['/category/new', 'lost'],
  ['/admin', 'admin'],
  ['/admin/dashboard', 'dashboard'],
  ['/admin/other', 'lost'],
  ['/invoice/view', 'lost'],
  ['//invoice', 'lost'],
])('%s leads to %s in its branch as in the whole build', (path, leaf) => {
  expect(leafOf(build.routes, path)).toBe(leaf)
  expect(leafOf(branchOf(path).routes, path)).toBe(leaf)
})

test('a branch has few routes, and the layouts above them', () => {
  expect(Object.keys(branchOf('/invoice/view/1').routes)).toEqual(['root', 'layout', 'view', 'lost'])
  expect(Object.keys(branchOf('/invoice').assets.routes)).toEqual(['root', 'layout', 'list', 'lost'])
})

test('made-up addresses share a branch', () => {
  expect(branchOf('/one/two')).toBe(branchOf('/three/four/five'))
})

test('the manifest of routes is about the whole build', () => {
  expect(branchOf('/__manifest')).toBe(build)
})
