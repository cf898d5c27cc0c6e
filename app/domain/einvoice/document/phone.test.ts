import { expect, test } from 'vitest'
import { portalPhone } from './phone.ts'

test.each([
  ['012-345 6789', '+60123456789'],
  ['+60 (0)3-1234 5678', '+60312345678'],
  ['60123456789', '+60123456789'],
  ['+65 6123 4567', '+6561234567'],
  ['1-300-88-1234', '1300881234'],
])('%s is written %s', (typed, phone) => {
  expect(portalPhone(typed)).toBe(phone)
})

test.each(['NA', '0000', '00000000', '1234567', '', '012345678x', '123456789012345678901'])(
  '%s is no number that the portal takes',
  (typed) => expect(portalPhone(typed)).toBeUndefined(),
)
