import { expect, test } from 'vitest'
import { formatMobile, mobile } from './mobile.ts'

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
])('%s is one number', (typed) => {
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
])('%s is none', (typed) => {
  expect(mobile.safeParse(typed).error?.issues[0]?.message).toBe('input.mobile')
})

test('it is shown as people write it', () => {
  expect(formatMobile('+60123456789')).toBe('012-345 6789')
  expect(formatMobile('+601112345678')).toBe('011-1234 5678')
})
