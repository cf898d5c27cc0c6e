import { expect, test } from 'vitest'
import { lines } from './fields.ts'

test.each([
  ['what stands on several lines', 'one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
  ['tabs, and scripts of any kind', ' a\tb 陈美玲 குமார் 😀 ', 'a\tb 陈美玲 குமார் 😀'],
])('lines keep %s', (_, typed, kept) => {
  expect(lines(100).parse(typed)).toBe(kept)
})

test.each(['a\u0000b', 'a\u001bb', 'a\u0085b', '\u0007'])(
  'lines refuse the control character in %j',
  (typed) => {
    const { error } = lines(100).safeParse(typed)
    expect(error?.issues.map(({ message }) => message)).toEqual(['input.control_character'])
  },
)
