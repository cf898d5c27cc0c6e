import { expect, test } from 'vitest'
import { lines, reason, text } from './fields.ts'
import { formErrorMap } from './form-errors.ts'

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

const unseen = ['\u200b', '\u2060', '\u3164', '\u2800', '\u202e'].map((one) => one.repeat(12))
const faultsOf = (field: { safeParse: typeof reason.safeParse }, typed: string) =>
  field.safeParse(typed, { error: formErrorMap }).error?.issues.map(({ message }) => message)

test.each(unseen)('what nobody can see is nothing: %j', (typed) => {
  expect(lines(100).parse(typed)).toBe('')
  expect(faultsOf(text({ max: 100 }), typed)).toContain('input.required')
  expect(faultsOf(reason, typed)).toEqual(['invoice.reason'])
  expect(faultsOf(reason, `Tidak${typed}`)).toEqual(['invoice.reason'])
})

test('a reason is ten characters that can be seen, with the joiners that scripts need, and no control character', () => {
  expect(reason.parse('  tidak\r\n jadi la ')).toBe('tidak jadi la')
  expect(reason.parse('க்\u200dஷ குடும்பம் 👨\u200d👩\u200d👧')).toContain('\u200d')
  expect(faultsOf(reason, 'Dibatalkan\u0007 oleh bapa')).toEqual(['input.control_character'])
})
