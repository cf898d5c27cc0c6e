import { expect, test } from 'vitest'
import { resources } from '#app/i18n/resources.ts'
import { paths } from '#app/paths.ts'
import { objectPage, platformObjectPage } from './object-page.ts'

const id = '0198f000-0000-7000-8000-000000000001'
const { objects } = resources.en!.audit as { objects: object }
const nouns = Object.entries(paths).flatMap(([name, to]) =>
  name in objects && typeof to === 'object' && 'view' in to
    ? [[name, to.view as (id: string) => string] as const]
    : [],
)

test('every noun that the log speaks of and that has a page is led to', () => {
  expect(nouns.length).toBeGreaterThan(5)
  for (const [name, view] of nouns) expect(objectPage(name, id, () => true)).toBe(view(id))
  expect(platformObjectPage('operator', id, () => true)).toBe(paths.admin.operator.view(id))
})

/** Pages that another permission than their own opens. */
const views: Record<string, string> = {
  generation: 'generation.preview',
  class_session: 'attendance.view',
  leave_request: 'attendance.view',
  pay_sheet: 'trainer_pay.view',
  closure: 'attendance.print',
  credit_note: 'refund.view',
  bank_line: 'bank_statement.view',
}

test('nobody is led to a page that they may not open', () => {
  for (const [name] of nouns) {
    const view = views[name] ?? `${name}.view`
    expect(objectPage(name, id, (permission) => permission === view)).not.toBeNull()
    expect(objectPage(name, id, (permission) => permission !== view)).toBeNull()
  }
  expect(objectPage('session', id, () => true)).toBeNull()
})
