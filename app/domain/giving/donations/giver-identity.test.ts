import { expect, test } from 'vitest'
import { giverIdentityProblem } from './giver-identity.ts'

test.each([
  ['nric', '900101145678', undefined],
  ['nric', '901301145678', 'identity.nric'],
  ['passport', 'A12345678', undefined],
  ['passport', 'A1', 'identity.number'],
  ['company', '202001012345', undefined],
  ['company', '1234567A', undefined],
  ['company', 'PPM00110123456789', undefined],
  ['company', 'SYARIKAT', 'donation.identity_company'],
  ['company', '123', 'donation.identity_company'],
] as const)('%s %s: %s', (type, number, problem) => {
  expect(giverIdentityProblem(type, number)).toBe(problem)
})
