import { expect, test } from 'vitest'
import { formatPhone, mobile, normalPhone, unbrokenPhone } from './phone.ts'

test.each([
  ['+60123456789', '+60123456789'],
  ['0123456789', '+60123456789'],
  ['012-345 6789', '+60123456789'],
  ['60123456789', '+60123456789'],
  ['0060 12 345 6789', '+60123456789'],
  ['+60 (0)12 345', undefined],
  ['011-1234 5678', '+601112345678'],
  ['03-5510 1234', '+60355101234'],
  ['04 226 1234', '+6042261234'],
  ['０１２３４５６７８９', '+60123456789'],
  ['03–5510–1234', '+60355101234'],
  ['', undefined],
  ['12345', undefined],
  ['+6512345678', undefined],
  ['0123456789012', undefined],
  ['+60123456789\n', '+60123456789'],
  ['01234x6789', undefined],
  ["0123456789' or 1=1", undefined],
])('%j is %j', (typed, phone) => {
  expect(normalPhone(typed)).toBe(phone)
})

test.each([
  '012-345 6789',
  '0123456789',
  '60123456789',
  '+60123456789',
  '+60 12-345 6789',
  '0060123456789',
  ' (012) 345.6789 ',
  '０１２３４５６７８９',
  '012–345–6789',
])('%s is one mobile number', (typed) => {
  expect(mobile.parse(typed)).toBe('+60123456789')
})

test('eleven digits are fine too', () => {
  expect(mobile.parse('011-1234 5678')).toBe('+601112345678')
})

test.each([
  '',
  '03-1234 5678',
  '12345',
  '+6591234567',
  '01234567',
  '012-345 6789 01',
  '0123456789x',
  '+1 (201) 555-0123',
  "0123456789' or 1",
])('%s is no mobile number', (typed) => {
  expect(mobile.safeParse(typed).error?.issues[0]?.message).toBe('input.mobile')
})

test.each([
  ['+60123456789', '012-345 6789'],
  ['+601112345678', '011-1234 5678'],
  ['+60380000100', '03-8000 0100'],
  ['+6042261234', '04-226 1234'],
  ['+6082123456', '082-123 456'],
  ['+6512345678', '+6512345678'],
  ['', ''],
])('%s is shown as people write it: %s', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown)
  if (normalPhone(phone)) expect(normalPhone(shown)).toBe(phone)
})

test('on a page a number stays on its line', () => {
  expect(unbrokenPhone('+60123456789')).toBe('012-345\u00a06789')
  expect(unbrokenPhone('aisyah@family.test')).toBe('aisyah@family.test')
})
