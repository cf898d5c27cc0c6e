import { expect, test } from 'vitest'
import { feeOf } from './payment-rules.ts'

const rules = { b2c_sen: 100, b2b1_sen: 200, part_sen: 60 }

test.each([
  ['none', 'B2C', 100, 0],
  ['none', 'B2B1', 200, 0],
  ['full', 'B2C', 0, 100],
  ['full', 'B2B1', 0, 200],
  ['part', 'B2C', 40, 60],
  ['part', 'B2B1', 140, 60],
] as const)(
  'subsidy %s, %s: the payer bears %i sen, the organisation %i',
  (subsidy, model, payer, tenant) => {
    expect(feeOf({ ...rules, subsidy }, model)).toEqual({ payer_fee_sen: payer, tenant_fee_sen: tenant })
  },
)

test('a part larger than the fee is the whole fee, never a gift to the payer', () => {
  expect(feeOf({ ...rules, part_sen: 500, subsidy: 'part' }, 'B2C')).toEqual({
    payer_fee_sen: 0,
    tenant_fee_sen: 100,
  })
})
