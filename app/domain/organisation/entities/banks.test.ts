import { expect, test } from 'vitest'
import { BANK_NAMES } from '#app/integrations/fpx/banks/bank-names.ts'
import { bankAccountFields } from './bank-account.ts'
import { bankChoices, bankOf, banks } from './banks.ts'

test('each bank is in the list once, by its name, with a SWIFT code of Malaysia', () => {
  for (const list of [banks.map(({ name }) => name), banks.map(({ code }) => code)])
    expect(new Set(list).size).toBe(list.length)
  for (const { code, name } of banks) {
    expect(code).toMatch(/^[A-Z]{4}MY[A-Z0-9]{2}$/)
    expect(name).not.toMatch(/2U|2E|MAX|Clicks|BIZ|PBe|\((Personal|Business)\)/)
  }
  expect(banks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Affin Bank', 'Maybank', 'CIMB Bank']),
  )
})

test('accounts that were stored by a channel of FPX keep their bank', () => {
  for (const { code, test: isTest } of BANK_NAMES)
    expect([code, bankOf(code) !== undefined]).toEqual([code, !isTest])
  expect(['MB2U0227', 'MBB0228'].map((code) => bankOf(code)?.name)).toEqual(['Maybank', 'Maybank'])
  expect(['ABB0233', 'ABB0235', 'ABB0232'].map((code) => bankOf(code)?.code)).toEqual(
    Array(3).fill('PHBMMYKL'),
  )
  expect(['ABMB0212', 'AMBB0209'].map((code) => bankOf(code)?.name)).toEqual(['Alliance Bank', 'AmBank'])
})

test.each([
  ['MBBEMYKL', true],
  ['MB2U0227', true],
  ['TEST0021', false],
  ['NOSUCH', false],
])('an account at %s: %s', (code, accepted) => {
  expect(bankAccountFields.bank_code.safeParse(code).success).toBe(accepted)
})

test('the stored code of a bank is its choice, whatever list it is from', () => {
  expect(bankChoices()).toContainEqual({ value: 'MBBEMYKL', label: 'Maybank' })
  expect(bankChoices('MB2U0227')).toContainEqual({ value: 'MB2U0227', label: 'Maybank' })
  expect(bankChoices('MB2U0227')).toHaveLength(banks.length)
})
