import { expect, test } from 'vitest'
import { DEFAULT_LIMITS, limitRefusal } from '#app/integrations/fpx/limits.ts'
import { BANK_NAMES } from './bank-names.ts'
import { bankChoices, bankName } from './banks.ts'

const up = (...codes: string[]) => codes.map((code) => ({ code, online: true }))

test('a code in both models has the name of each', () => {
  expect(bankName('B2C', 'BKRM0602')).toBe('Bank Rakyat')
  expect(bankName('B2B1', 'BKRM0602')).toBe('i-bizRAKYAT')
  expect(bankName('B2C', 'BCBB0235')).toBe('CIMB Clicks')
  expect(bankName('B2B1', 'BCBB0235')).toBe('CIMB Bank')
})

test('no row stands twice, and the models have the banks that PayNet lists for them', () => {
  const keys = BANK_NAMES.map(({ model, code }) => `${model} ${code}`)
  expect(new Set(keys).size).toBe(keys.length)
  const only = (model: string, other: string) =>
    BANK_NAMES.filter((bank) => bank.model === model && !keys.includes(`${other} ${bank.code}`))
      .map(({ code }) => code)
      .sort()
  expect(only('B2C', 'B2B1')).toEqual(
    'ABB0233 ABMB0212 AGRO01 AMBB0209 BMMB0341 BOCM01 BSN0601 CIT0219 MB2U0227 MBSB001 SCB0216 UOB0226'.split(
      ' ',
    ),
  )
  expect(only('B2B1', 'B2C')).toEqual(
    'ABB0232 ABB0235 ABMB0213 AGRO02 AMBB0208 BMMB0342 BNP003 CIT0218 DBB0199 PBB0234 SCB0215 UOB0227 UOB0228'.split(
      ' ',
    ),
  )
})

test('banks are listed by display name, offline ones in their place', () => {
  const statuses = [...up('RHB0218', 'MB2U0227', 'ABB0233', 'BKRM0602'), { code: 'BSN0601', online: false }]
  expect(bankChoices('B2C', statuses, 'production').map(({ name, online }) => `${name} ${online}`)).toEqual([
    'Affin Bank true',
    'Bank Rakyat true',
    'BSN false',
    'Maybank2U true',
    'RHB Bank true',
  ])
  expect(
    bankChoices('B2B1', up('RHB0218', 'BKRM0602', 'HSBC0223'), 'production').map(({ name }) => name),
  ).toEqual(['HSBC Bank', 'i-bizRAKYAT', 'RHB Bank'])
})

test('a bank that the table does not know is shown by its code and marked', () => {
  expect(bankChoices('B2C', up('NEWB0001'), 'production')).toEqual([
    { code: 'NEWB0001', name: 'NEWB0001', online: true, test: false, known: false },
  ])
})

test('test banks are for the test environment only', () => {
  const statuses = up('TEST0021', 'LOAD001', 'ABB0234', 'UOB0229', 'MB2U0227')
  expect(bankChoices('B2C', statuses, 'production').map(({ code }) => code)).toEqual(['MB2U0227'])
  expect(bankChoices('B2C', statuses, 'uat').filter(({ test }) => test)).toHaveLength(4)
})

test('a bank named twice is listed once, a hidden one not at all', () => {
  const statuses = [...up('MBB0228', 'MB2U0227'), { code: 'MB2U0227', online: false }]
  expect(bankChoices('B2C', statuses, 'uat', new Set(['MBB0228']))).toMatchObject([
    { code: 'MB2U0227', online: false },
  ])
})

test.each([
  ['B2C', 99, 'payment.b2c_min'],
  ['B2C', 1_00, null],
  ['B2C', 30_000_00, null],
  ['B2C', 30_000_01, 'payment.b2c_max'],
  ['B2B1', 1_99, 'payment.b2b1_min'],
  ['B2B1', 2_00, null],
  ['B2B1', 30_000_01, null],
  ['B2B1', 1_000_000_00, null],
  ['B2B1', 1_000_000_01, 'payment.b2b1_max'],
] as const)('%s of %i sen: %s', (model, amount_sen, code) => {
  expect(limitRefusal(model, amount_sen)).toBe(code)
})

test('a tenant may have narrower limits', () => {
  const limits = { ...DEFAULT_LIMITS, B2C: { min_sen: 10_00, max_sen: 500_00 } }
  expect(limitRefusal('B2C', 5_00, limits)).toBe('payment.b2c_min')
  expect(limitRefusal('B2C', 501_00, limits)).toBe('payment.b2c_max')
})
