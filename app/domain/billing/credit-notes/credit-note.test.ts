import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxToCredit } from './credit-note.ts'

const line = (amount_sen: number, tax_sen: number) => ({
  ...{ id: '', description: '', amount_sen, tax_sen, credited_sen: 0, credited_tax_sen: 0 },
})

test.each([
  [10_000, 600, 2_500, 150],
  [10_000, 600, 10_000, 600],
  // 6 % of RM0.25 is 1.5 sen
  [10_000, 600, 25, 2],
  [10_000, 0, 5_000, 0],
  [0, 0, 0, 0],
])('of %i sen with %i sen of tax, %i sen take %i sen of it back', (amount, tax, taken, expected) => {
  expect(taxToCredit(line(amount, tax), taken)).toBe(expected)
})

test('however a line is taken back bit by bit, no tax is left of it and never more than there was', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 1_000 }),
      (parts, rate) => {
        const amount_sen = parts.reduce((sum, part) => sum + part, 0)
        const one = line(amount_sen, Math.round((amount_sen * rate) / 10_000))
        for (const part of parts) {
          const tax = taxToCredit(one, part)
          expect(tax).toBeGreaterThanOrEqual(0)
          one.credited_sen += part
          one.credited_tax_sen += tax
          expect(one.credited_tax_sen).toBeLessThanOrEqual(one.tax_sen)
        }
        expect(one.credited_tax_sen).toBe(one.tax_sen)
      },
    ),
  )
})
