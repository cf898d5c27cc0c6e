import { describe, expect, test } from 'vitest'
import { identityNo } from '#app/domain/identity/accounts/identity.ts'
import { paperNumber } from '#app/domain/payments/payments/payment.ts'
import { birthCertNo } from '#app/domain/people/students/student.ts'
import { formatPhone, malaysianPhone, mobile, phoneDigits } from './contact/phone.ts'
import { code, email, familyCode, lines, plainDate, text } from './fields.ts'
import { withoutMarks, withoutMarksInside } from './invisible.ts'
import { parseQuantity } from './invoicing/totals.ts'
import { parsePercent, parseRinggit } from './money.ts'

/** What phones, web pages and messengers put around a number or into it. */
const marks = [
  '\u200b',
  '\u200e',
  '\u202a',
  '\u202c',
  '\u202e',
  '\u2066',
  '\u2069',
  '\ufeff',
  '\u00ad',
  '\u2060',
]

/** A value as it is copied with each mark before, behind and inside it. */
const copied = (value: string) =>
  marks.map((mark) => `${mark}${value.slice(0, 3)}${mark}${value.slice(3)}${mark}`)

describe('what is copied with marks that nobody sees is read as what is seen:', () => {
  test.each<[string, (typed: string) => unknown, string, unknown]>([
    ['a phone', (typed) => malaysianPhone.parse(typed), '012-345 0008', '+60123450008'],
    ['a mobile', (typed) => mobile.parse(typed), '012-345 0008', '+60123450008'],
    ['a part of a phone', phoneDigits, '012-345', '12345'],
    ['an identity number', (typed) => identityNo.parse(typed), '140506-10-4321', '140506104321'],
    ['a birth certificate', (typed) => birthCertNo.parse(typed), 'CTP-9001', 'CTP9001'],
    ['a sum', parseRinggit, 'RM1,234.50', { sen: 123_450 }],
    ['a percentage', parsePercent, '12.5%', { basisPoints: 1250 }],
    ['a quantity', parseQuantity, '1.25', 125],
    ['a code', (typed) => code.parse(typed), 'TADIKA-1', 'TADIKA-1'],
    ['a family code', (typed) => familyCode.parse(typed), 'F00-0001', 'F000001'],
    ['the number of a paper', (typed) => paperNumber.parse(typed), 'INV-26-001234', 'INV-26-001234'],
    ['an address of mail', (typed) => email.parse(typed), 'ibu@keluarga.test', 'ibu@keluarga.test'],
    ['a day', (typed) => plainDate.parse(typed), '2026-01-31', '2026-01-31'],
    ['a name', (typed) => text({ max: 50 }).parse(typed), 'Contoh Ujian', 'Contoh Ujian'],
    ['a note', (typed) => lines(50).parse(typed), 'Contoh Ujian', 'Contoh Ujian'],
  ])('%s', (_, read, value, expected) => {
    for (const typed of copied(value)) expect([typed, read(typed)]).toEqual([typed, expected])
  })
})

test.each([
  '+60 (0)12-345 0008',
  '+60012-345 0008',
  '60 012 345 0008',
  '+6001 2345 0008',
  '0060 (0) 12 345 0008',
  '\u202a+60 12\u2011345 0008\u202c',
])('a number written as %s is dialled without the second nought', (typed) => {
  expect(malaysianPhone.parse(typed)).toBe('+60123450008')
  expect(phoneDigits(typed)).toBe('123450008')
  expect(formatPhone(malaysianPhone.parse(typed))).toBe('012-345 0008')
})

test('joiners and emoji that scripts are spelled with stay in a name', () => {
  for (const name of ['க்\u200dஷ', '👨\u200d👩\u200d👧', 'می\u200cرود', '❤\ufe0f'])
    expect(text({ max: 50 }).parse(name)).toBe(name)
})

test('a mark that turns the line is not stored with a name', () => {
  expect(text({ max: 50 }).parse('Ujian \u202egnusoK\u2069')).toBe('Ujian gnusoK')
  expect(withoutMarks('\u061cعلي\u200f')).toBe('علي')
})

test('a call loses marks at any depth, but no letter of a password', () => {
  const body = { name: 'A\u200bli', list: [{ note: '\ufeffx' }], password: 'p\u200bw', count: 1, none: null }
  expect(withoutMarksInside(body, (name) => name === 'password')).toEqual({
    ...body,
    name: 'Ali',
    list: [{ note: 'x' }],
  })
})
