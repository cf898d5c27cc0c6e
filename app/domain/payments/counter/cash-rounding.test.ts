import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashRounding, leastCash } from './cash-rounding.ts'

test.each([
  [1000, 0],
  [1001, -1],
  [1002, -2],
  [1003, 2],
  [1004, 1],
  [1005, 0],
  [1006, -1],
  [1007, -2],
  [1008, 2],
  [1009, 1],
  [leastCash, 2],
])('%i sen in cash are rounded by %i', (sen, rounding) => {
  expect(cashRounding(sen)).toBe(rounding)
})

test('cash is always of whole 5 sen, the nearest, and never nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: leastCash, max: 99_999_999_999 }), (sen) => {
      const cash = sen + cashRounding(sen)
      expect(cash % 5).toBe(0)
      expect(cash).toBeGreaterThan(0)
      expect(Math.abs(cash - sen)).toBeLessThanOrEqual(2)
    }),
  )
})
