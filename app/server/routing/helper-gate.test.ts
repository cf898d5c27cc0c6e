import { expect, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { passHelper } from './helper-gate.ts'

const passes = (...asked: Parameters<typeof passHelper>) => {
  try {
    passHelper(...asked)
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'help_visit.only_looks' })
    return false
  }
}

test.each([
  ['a page behind a permission', { access: 'student.view' }, true, true],
  ['a page that anybody may see who is signed in', { access: 'signed-in' }, true, false],
  ['a page for guests', { access: 'guest' }, true, false],
  ['one of these that is for visits, too', { access: 'guest', helper: true }, true, true],
  ['a page whose access nobody has declared', {}, true, false],
  ['a file behind a permission', { access: 'student.view' }, false, false],
  ['a paper', { access: 'invoice.view', look: 'paper' }, true, false],
  ['a page that asks who it is', { access: 'bank.view', confirm: 'view' }, true, false],
] as const)('an operator on a visit opens %s: %s', (_, declared, isPage, may) => {
  expect(passes(declared, 'view', '/student/view/x', isPage)).toBe(may)
})

test('and posts no form but the one that ends the visit', () => {
  const declared = { access: 'student.edit' } as const
  expect(passes(declared, 'change', '/student/edit/x', true)).toBe(false)
  expect(passes({ access: 'guest', helper: true }, 'change', '/login', true)).toBe(false)
  expect(passes({ access: 'guest' }, 'change', paths.help.leave(), true)).toBe(true)
})
