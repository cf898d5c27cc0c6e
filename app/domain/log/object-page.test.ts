import { expect, test } from 'vitest'
import english from '#app/i18n/en/audit.json' with { type: 'json' }
import { paths } from '#app/paths.ts'
import { objectPage, platformObjectPage } from './object-page.ts'

const id = '0198f000-0000-7000-8000-000000000001'
const nouns = Object.entries(paths).flatMap(([name, to]) =>
  name in english.objects && typeof to === 'object' && 'view' in to ? [[name, to.view] as const] : [],
)

test('every noun that the log speaks of and that has a page is led to', () => {
  expect(nouns.length).toBeGreaterThan(5)
  for (const [name, view] of nouns) expect(objectPage(name, id, () => true)).toBe(view(id))
  expect(platformObjectPage('operator', id, () => true)).toBe(paths.admin.operator.view(id))
})

test('nobody is led to a page that they may not open', () => {
  for (const [name] of nouns) {
    const view = `${name}.view`
    expect(objectPage(name, id, (permission) => permission === view)).not.toBeNull()
    expect(objectPage(name, id, (permission) => permission !== view)).toBeNull()
  }
  expect(objectPage('session', id, () => true)).toBeNull()
})
