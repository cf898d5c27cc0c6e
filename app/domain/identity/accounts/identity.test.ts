import { expect, test } from 'vitest'
import { identityDetail, identityNo, identityProblem, maskedIdentity, writtenIdentity } from './identity.ts'

test('a number is kept without what only helps reading it', () => {
  expect(identityNo.parse(' 900101-00-5678 ')).toBe('900101005678')
  expect(identityNo.parse('zz 1234567')).toBe('ZZ1234567')
  expect(identityNo.safeParse('9001<b>').success).toBe(false)
})

test.each([
  ['nric', '900101005678', undefined],
  ['nric', '000229005678', undefined],
  ['nric', '010229005678', 'identity.nric'],
  ['nric', '901301005678', 'identity.nric'],
  ['nric', '90010100567', 'identity.nric'],
  ['nric', 'A00101005678', 'identity.nric'],
  ['passport', 'ZZ1234567', undefined],
  ['passport', 'Z1', 'identity.number'],
  ['army', 'T0001234', undefined],
] as const)('%s %s: %s', (type, number, problem) => {
  expect(identityProblem(type, number)).toBe(problem)
})

test.each([
  [['admin'], 'known'],
  [['clerk'], 'masked'],
  [['class-admin'], 'masked'],
  [['trainer'], null],
  [['parent'], 'known'],
  [['clerk', 'parent'], 'masked'],
  [['trainer', 'parent'], null],
] as const)('of the students whom they find, %j see of numbers: %s', (held, detail) => {
  expect(identityDetail(held, 'student.view')).toBe(detail)
})

test('masked it tells little, written it reads as on the card', () => {
  expect(maskedIdentity('nric', '900101005678')).toBe('900101-**-**78')
  expect(maskedIdentity('passport', 'ZZ1234567')).toBe('*******67')
  expect(writtenIdentity('nric', '900101005678')).toBe('900101-00-5678')
  expect(writtenIdentity('passport', 'ZZ1234567')).toBe('ZZ1234567')
})
