import { expect, test } from 'vitest'
import { tenantMenu, visibleMenu } from './menu.ts'

const shownAt = (path: string) =>
  visibleMenu(tenantMenu, () => true, path)
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
