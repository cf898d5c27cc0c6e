import fc from 'fast-check'
import { expect, test } from 'vitest'
import { netOf, type Priced, taxRate, totals } from './totals.ts'

const line: fc.Arbitrary<Priced> = fc
  .record({
    quantity: fc.integer({ min: 1, max: 999_999 }),
    price: fc.integer({ min: 0, max: 100_000_000 }),
    part: fc.integer({ min: 0, max: 100 }),
    taxable: fc.boolean(),
  })
  .map(({ part, ...rest }) => {
    const whole = netOf({ ...rest, discount: 0 })
    return { ...rest, discount: Math.floor((whole * part) / 100) }
  })
const lines = fc.array(line, { minLength: 1, maxLength: 50 })
const rate = fc.integer({ min: 0, max: 10_000 })

/** Half up, in integers without a limit, written without the code under test. */
const rounded = (numerator: bigint, denominator: bigint) =>
  Number((2n * numerator + denominator) / (2n * denominator))

test('each line is quantity times price, half up to the sen, less its discount', () => {
  fc.assert(
    fc.property(line, (one) => {
      const expected = rounded(BigInt(one.quantity) * BigInt(one.price), 100n) - one.discount
      expect(netOf(one)).toBe(expected)
    }),
  )
})

test('the lines add up to the total, to the sen', () => {
  fc.assert(
    fc.property(lines, rate, (some, rate) => {
      const result = totals(some, rate)
      const add = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
      expect(result.sub_total_sen).toBe(add(result.lines.map(({ amount_sen }) => amount_sen)))
      expect(result.tax_total_sen).toBe(add(result.lines.map(({ tax_sen }) => tax_sen)))
      expect(result.total_sen).toBe(result.sub_total_sen + result.tax_total_sen)
      expect(result.discount_total_sen).toBe(add(some.map(({ discount }) => discount)))
    }),
  )
})

test('tax is taken line by line on the net amount, half up, and only where a line is taxable', () => {
  fc.assert(
    fc.property(lines, rate, (some, rate) => {
      const result = totals(some, rate)
      for (const [index, one] of some.entries()) {
        const { amount_sen, tax_sen } = result.lines[index]!
        expect(tax_sen).toBe(one.taxable ? rounded(BigInt(amount_sen) * BigInt(rate), 10_000n) : 0)
      }
    }),
  )
})

test('a discount never makes the tax larger', () => {
  fc.assert(
    fc.property(line, rate, (one, rate) => {
      const full = totals([{ ...one, discount: 0 }], rate)
      expect(totals([one], rate).tax_total_sen).toBeLessThanOrEqual(full.tax_total_sen)
    }),
  )
})

test('by hand: RM120.00 with 6 % and 4 books of RM4.50 less RM3.00 without', () => {
  expect(
    totals(
      [
        { quantity: 100, price: 12_000, discount: 0, taxable: true },
        { quantity: 400, price: 450, discount: 300, taxable: false },
      ],
      600,
    ),
  ).toEqual({
    lines: [
      { amount_sen: 12_000, tax_sen: 720 },
      { amount_sen: 1_500, tax_sen: 0 },
    ],
    sub_total_sen: 13_500,
    discount_total_sen: 300,
    tax_rate_bp: 600,
    tax_total_sen: 720,
    total_sen: 14_220,
  })
})

test('half a sen goes up: 1.5 times RM0.33 is RM0.50, 6 % of RM0.25 is RM0.02', () => {
  expect(netOf({ quantity: 150, price: 33, discount: 0 })).toBe(50)
  expect(totals([{ quantity: 100, price: 25, discount: 0, taxable: true }], 600).tax_total_sen).toBe(2)
})

test('an invoice without a taxable line has no rate', () => {
  const untaxed = { quantity: 100, price: 12_000, discount: 0, taxable: false }
  expect(totals([untaxed], 600)).toMatchObject({ tax_rate_bp: 0, tax_total_sen: 0, total_sen: 12_000 })
})

test('all of a line may be given away', () => {
  const free = { quantity: 100, price: 12_000, discount: 12_000, taxable: true }
  expect(totals([free], 600)).toMatchObject({ sub_total_sen: 0, tax_total_sen: 0, total_sen: 0 })
})

test.each([
  [true, 'non_citizens', 'GB', 600],
  [true, 'non_citizens', 'MY', 0],
  [true, 'all', 'MY', 600],
  [false, 'all', 'GB', 0],
] as const)(
  'registered %s, taxing %s, a student from %s: %i',
  (tax_registered, scope, nationality, expected) => {
    expect(taxRate({ tax_registered, rate_bp: 600, scope }, nationality)).toBe(expected)
  },
)
