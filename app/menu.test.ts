import { expect, test } from 'vitest'
import { tenantMenu, visibleMenu } from './menu.ts'

const shownAt = (path: string) =>
  visibleMenu(tenantMenu, { may: () => true }, path)
    .flatMap(({ items }) => items)
    .filter(({ current }) => current)
    .map(({ href }) => href)

test.each([
  ['/staff', ['/staff']],
  ['/staff/view/1', ['/staff']],
  ['/staff/roles', ['/staff/roles']],
  ['/staffing', []],
  ['/log/audit/view/1', ['/log/audit']],
])('at %s the menu marks %o and nothing else', (path, marked) => {
  expect(shownAt(path)).toEqual(marked)
})

const folds = (path: string, may: (permission: string) => boolean) =>
  Object.fromEntries(visibleMenu(tenantMenu, { may }, path).map(({ title, fold }) => [title ?? '', fold]))

test('a long menu shuts what is rarely wanted, but for what is being read', () => {
  expect(folds('/invoice', () => true)).toMatchObject({
    ...{ 'menu.money': null, 'menu.people': null },
    ...{ 'menu.catalogue': 'shut', 'menu.organisation': 'shut', 'menu.records': 'shut' },
  })
  expect(folds('/subject/view/1', () => true)).toMatchObject({
    ...{ 'menu.catalogue': 'open', 'menu.organisation': 'shut' },
  })
})

test('a short menu is shown whole', () => {
  const few = (permission: string) => /^(dashboard|subject|program|staff|profile)\./.test(permission)
  expect(Object.values(folds('/invoice', few))).toEqual([null, null, null])
})

test('what lists only their own is called by their own word', () => {
  const label = (isOwn: boolean) =>
    visibleMenu(tenantMenu, { may: (one) => one === 'application.view', isOwn: () => isOwn }, '/')[0]!
      .items[0]!.label
  expect([label(true), label(false)]).toEqual(['menu.registration', 'menu.application'])
})
