import { expect, test } from 'vitest'
import { typedTotals } from './typed-lines.ts'

const feeTypes = [
  { id: 'taxed', taxable: true },
  { id: 'free', taxable: false },
]

test('what can be read is added up, an empty price as nothing', () => {
  const lines = [{ quantity: '2', price: '120', fee_type_id: 'taxed' }, { quantity: '1' }]
  expect(typedTotals(lines, feeTypes, 600)).toMatchObject({
    amounts: [24_000, 0],
    totals: { sub_total_sen: 24_000, tax_total_sen: 1_440, total_sen: 25_440 },
  })
})

test.each([
  [{ quantity: '1', price: 'abc' }],
  [{ quantity: '', price: '1' }],
  [{ quantity: '1', price: '1', discount: '2' }],
])('with %o there is no total', (line) => {
  const { amounts, totals } = typedTotals([{ quantity: '1', price: '1' }, line], feeTypes, 0)
  expect(amounts).toEqual([100, undefined])
  expect(totals).toBeUndefined()
})
