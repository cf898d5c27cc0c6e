import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fill, placeholders, placeholdersIn, unknownPlaceholders } from './placeholders.ts'

test('placeholders are found once, however they are typed', () => {
  expect(placeholdersIn('{Parent}, { student } dan {parent}: {nope}')).toEqual(['parent', 'student'])
})

test.each([
  ['{studnet}', 'student'],
  ['{nama}', 'parent'],
  ['{Kelas}', 'class'],
  ['{amuont}', 'amount'],
  ['{anak}', 'student'],
  ['{zzzzzz}', null],
  ['{}', null],
  ['{', null],
  ['}', null],
])('%s is unknown; nearest: %s', (typed, nearest) => {
  expect(unknownPlaceholders(`Salam ${typed} {parent}`)).toEqual([{ typed, nearest }])
})

test('those of overdue families are unknown where nothing is overdue', () => {
  expect(unknownPlaceholders('{parent} {amount}', ['parent', 'student'])).toMatchObject([
    { typed: '{amount}' },
  ])
  expect(unknownPlaceholders(placeholders.map((name) => `{${name}}`).join())).toEqual([])
})

test('values are never interpreted, and a missing one leaves nothing', () => {
  expect(fill('{parent}|{student}|{school}', { parent: '$& {student} $1', school: null })).toBe(
    '$& {student} $1||',
  )
  expect(fill('Subject {parent}', { parent: 'Ali\r\nBcc: x@y.test' })).toBe('Subject Ali Bcc: x@y.test')
})

test('no raw placeholder is ever sent', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...placeholders)),
      fc.dictionary(fc.constantFrom(...placeholders), fc.constantFrom('x', null)),
      (names, facts) => {
        expect(fill(names.map((name) => `{ ${name.toUpperCase()} }`).join(' '), facts)).not.toMatch(/[{}]/)
      },
    ),
  )
})
