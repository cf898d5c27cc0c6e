import { expect, test } from 'vitest'
import {
  fieldsOfLabels,
  labelForm,
  labelKeys,
  labelsInput,
  labelsOfForm,
  pluralTokens,
  word,
} from './label.ts'

test('twenty-six nouns can be called otherwise, each by a name of its own in sentences', () => {
  expect(new Set(labelKeys).size).toBe(26)
  expect(new Set([...labelKeys, ...Object.values(pluralTokens)]).size).toBe(52)
})

test.each([
  'Ustaz/Ustazah',
  'pelajar tahfiz',
  'ahli-ahli',
  "mu'allim",
  '学生',
  'x'.repeat(80),
  'yuran & derma',
])('%s is a word', (text) => {
  expect(word.parse(` ${text} `)).toBe(text)
})

test.each([
  ['an interpolation', '{{constructor}}'],
  ['half of one', 'murid }}'],
  ['a call of another sentence', '$t(common.yes)'],
  ['a name in brackets', '[student]'],
  ['markup', '<b>murid</b>'],
  ['an entity', 'murid&nbsp;'],
  ['a numbered entity', 'murid &#60;'],
  ['a line break', 'mu\nrid'],
  ['a zero byte', 'mu\0rid'],
  ['no letter', '123 /'],
  ['nothing', '   '],
  ['too much', 'x'.repeat(81)],
])('%s is refused', (_what, text) => {
  expect(word.safeParse(text).success).toBe(false)
})

test.each([
  ['a turn of the direction', 'murid\u202e'],
  ['an invisible space', 'mu\u200brid'],
])('%s is left out', (_what, text) => {
  expect(word.parse(text)).toBe('murid')
})

test('a call may name the nouns of the list and nothing else', () => {
  expect(
    labelsInput.parse({ student: { one: 'murid', other: 'murid-murid' }, class: { one: 'halaqah' } }),
  ).toEqual({
    student: { one: 'murid', other: 'murid-murid' },
    class: { one: 'halaqah' },
  })
  for (const wrong of [
    '{"__proto__":{"one":"x"}}',
    '{"constructor":{"one":"x"}}',
    '{"einvoice":{"one":"x"}}',
    '{"student":{"one":"x","many":"y"}}',
    '{"student":{"other":"y"}}',
    '{"student":"x"}',
    '[]',
  ])
    expect(labelsInput.safeParse(JSON.parse(wrong)).success, wrong).toBe(false)
  expect(({} as Record<string, unknown>).one).toBeUndefined()
})

test('a form has two boxes for each noun; empty ones say nothing, many without one is refused', () => {
  const head = { locale: 'my', version: '0', intent: 'save' }
  const typed = labelForm.parse({
    ...head,
    student_one: 'murid',
    trainer_one: 'Ustaz',
    trainer_other: 'asatizah',
  })
  const labels = { student: { one: 'murid' }, trainer: { one: 'Ustaz', other: 'asatizah' } }
  expect(labelsOfForm(typed)).toEqual(labels)
  expect(fieldsOfLabels(labels)).toEqual({
    student_one: 'murid',
    trainer_one: 'Ustaz',
    trainer_other: 'asatizah',
  })
  const { error } = labelForm.safeParse({ ...head, student_other: 'murid-murid' })
  expect(error?.issues).toMatchObject([{ path: ['student_one'], message: 'label.singular_missing' }])
  expect(labelForm.safeParse({ ...head, locale: 'tlh' }).success).toBe(false)
})
