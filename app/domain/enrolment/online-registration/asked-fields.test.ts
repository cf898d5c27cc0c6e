import { describe, expect, test } from 'vitest'
import { filled, parentFields, schemaOf, studentFields, type Typed } from './asked-fields.ts'
import { noAnswers } from './draft.ts'
import {
  movedUp,
  type Question,
  type RegistrationForm,
  registrationFormSetting,
  stateOf,
} from './form-setting.ts'
import { misfit, priceOf } from './offered.ts'
import { papersOf } from './papers.ts'

const today = '2026-03-04'

const form = (given: object = {}, organisation_type = 'school'): RegistrationForm => ({
  ...registrationFormSetting.parse(given),
  organisation_type,
  default_locale: 'my',
})
const names = (fields: { name: string }[]) => fields.map(({ name }) => name)
const wrong = (fields: ReturnType<typeof parentFields>, typed: Typed, mobile = false) => {
  const read = schemaOf(fields, { today, mobile }).safeParse(filled(fields, typed))
  return read.success ? [] : read.error.issues.map(({ path }) => path[0])
}
const mother = { name: 'Siti Aminah', relationship: 'mother', phone: '012-345 6789' }
const child = { name: 'Aqil', born_on: '2018-02-03', gender: 'male', birth_cert_no: 'AB 12345' }

describe('what a family is asked', () => {
  test('is all or little by the form, and what is decided about one form leaves the other', () => {
    expect(names(parentFields(form()))).toContain('address_line1')
    expect(names(parentFields(form({ form: 'simplified' })))).toEqual(['name', 'relationship', 'phone'])
    expect(names(studentFields(form({ form: 'simplified' })))).toEqual([
      ...['name', 'born_on', 'gender', 'identity_no', 'birth_cert_no'],
    ])
    const decided = { default: { 'parent.email': 'hidden' }, simplified: { 'parent.email': 'required' } }
    expect(names(parentFields(form({ fields: decided })))).not.toContain('email')
    expect(wrong(parentFields(form({ form: 'simplified', fields: decided })), mother)).toEqual(['email'])
  })

  test('has the immunisation card at nurseries alone', () => {
    expect(stateOf(form({}, 'nursery'), 'document.immunisation')).toBe('required')
    expect(stateOf(form(), 'document.immunisation')).toBe('hidden')
  })

  test('has the questions that are asked now, of each child and of the family apart', () => {
    const question = { kind: 'yes_no', of: 'child', label: { en: 'Swims?' }, required: true }
    const questions = [
      { id: 'a', ...question },
      { id: 'b', ...question, removed: true },
      { id: 'c', ...question, of: 'family' },
      { id: 'd', ...question, kind: 'file' },
    ]
    expect(names(studentFields(form({ form: 'simplified', questions })))).toContain('q_a')
    expect(names(studentFields(form({ questions })))).not.toContain('q_b')
    const answers = { ...noAnswers, students: [{ place: 3, student_id: 'known', typed: {}, subjects: [] }] }
    expect(papersOf(form({ questions }), answers)).toEqual([
      { kind: 'question', question: 'd', required: true, place: 3 },
      { kind: 'parent_identity', question: null, required: false, place: null },
    ])
  })
})

describe('what a family answers', () => {
  const simple = { form: 'simplified' }
  test('is taken as people write it', () => {
    expect(wrong(parentFields(form(simple)), mother)).toEqual([])
    expect(wrong(studentFields(form(simple)), child)).toEqual([])
  })

  test.each([
    ['a phone that is none', parentFields(form(simple)), { ...mother, phone: '12345' }, ['phone']],
    ['nothing', parentFields(form(simple)), {}, ['name', 'relationship', 'phone']],
    [
      'no number of a child',
      studentFields(form(simple)),
      { ...child, birth_cert_no: ' ' },
      ['birth_cert_no'],
    ],
    [
      'a number that no day begins',
      studentFields(form(simple)),
      { ...child, identity_no: '991345105566' },
      ['identity_no'],
    ],
    ['a birth to come', studentFields(form(simple)), { ...child, born_on: '2026-03-05' }, ['born_on']],
    ['no such day', studentFields(form(simple)), { ...child, born_on: '2018-02-30' }, ['born_on']],
    [
      'half an address',
      parentFields(form({ fields: { default: { 'parent.identity_no': 'shown' }, simplified: {} } })),
      { ...mother, city: 'Ipoh' },
      ['address_line1', 'postcode', 'state'],
    ],
  ] as const)('%s is refused at its field', (_, fields, typed, expected) => {
    expect(wrong([...fields], typed).toSorted()).toEqual([...expected].toSorted())
  })

  test('must be a mobile number where a code goes there', () => {
    const typed = { ...mother, phone: '03-7000 0100' }
    expect(wrong(parentFields(form(simple)), typed)).toEqual([])
    expect(wrong(parentFields(form(simple)), typed, true)).toEqual(['phone'])
  })
})

test('a price says once, each month and longer; fees for children from abroad are theirs alone', () => {
  const fee = { name: 'Yuran', apply_to: 'all' } as const
  const fees = [
    { ...fee, sen: 5_000, frequency: 'one_off' },
    { ...fee, sen: 12_000, frequency: 'monthly' },
    { ...fee, sen: 30_000, frequency: 'yearly' },
    { ...fee, sen: 99_900, frequency: 'monthly', apply_to: 'foreign' },
  ] as const
  const price = priceOf(fees)
  expect(price).toEqual({
    once: 5_000,
    monthly: 12_000,
    later: [{ frequency: 'yearly', sen: 30_000 }],
  })
  expect(priceOf(fees, 'ID').monthly).toBe(111_900)
})

describe('a class fits a child', () => {
  const six = { min_age: 6, max_age: 6, starts_on: null, branch_id: 'one' }
  test.each([
    ['by the birthday in the year, on its first day', '2020-01-01', {}, undefined],
    ['by the birthday in the year, on its last day', '2020-12-31', {}, undefined],
    ['not a year too early', '2021-01-01', {}, 'age'],
    ['not a year too late', '2019-12-31', {}, 'age'],
    [
      'in the year in which a class begins that has not begun',
      '2021-06-01',
      { starts_on: '2027-01-04' },
      undefined,
    ],
    ['in this year where it has begun', '2020-06-01', { starts_on: '2025-01-06' }, undefined],
    ['of any age without limits', '1990-01-01', { min_age: null, max_age: null }, undefined],
    ['from an age', '2000-06-01', { max_age: null }, undefined],
    ['up to an age', '2021-06-01', { min_age: null }, undefined],
    ['while no day of birth is known', 'yesterday', {}, undefined],
    ['in its branch alone', '2020-06-01', { branch_id: 'two' }, 'branch'],
  ] as const)('%s', (_, born_on, given, why) => {
    expect(misfit({ ...six, ...given }, { born_on, branch_id: 'one' }, today)).toBe(why)
  })

  test('in any branch while none is chosen', () => {
    expect(misfit(six, { born_on: '2020-06-01', branch_id: undefined }, today)).toBeUndefined()
  })
})

test('a question moves up among those that are asked', () => {
  const one = (id: string, removed = false): Question => ({
    ...{ id, removed, kind: 'text', of: 'child', label: {}, choices: [], choice_words: {}, required: false },
  })
  const asked = [one('a'), one('x', true), one('b'), one('c')]
  expect(movedUp(asked, 'b').map(({ id }) => id)).toEqual(['b', 'a', 'c', 'x'])
  expect(movedUp(asked, 'a').map(({ id }) => id)).toEqual(['a', 'x', 'b', 'c'])
})
