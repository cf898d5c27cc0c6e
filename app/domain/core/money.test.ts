import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  discountOf,
  formatPercent,
  formatRinggit,
  lineAmount,
  parsePercent,
  parseRinggit,
  percentOf,
  plainRinggit,
  ringgit,
  serviceTax,
} from './money.ts'

describe('showing amounts', () => {
  test.each([
    [0, 'RM0.00'],
    [5, 'RM0.05'],
    [99_999, 'RM999.99'],
    [123_450, 'RM1,234.50'],
    [123_456_789_01, 'RM123,456,789.01'],
    [-50, '-RM0.50'],
    [-123_450, '-RM1,234.50'],
  ])('%i sen is %s', (sen, shown) => expect(formatRinggit(sen)).toBe(shown))

  test('inputs and files get plain figures', () => {
    expect(plainRinggit(123_450)).toBe('1234.50')
    expect(plainRinggit(-7)).toBe('-0.07')
  })

  test('half a sen is refused, not rounded away', () => {
    expect(() => formatRinggit(0.5)).toThrow(RangeError)
    expect(() => plainRinggit(Number.NaN)).toThrow(RangeError)
  })
})

describe('reading amounts', () => {
  test.each([
    ['1234.50', 123_450],
    ['1,234.50', 123_450],
    [' RM 1 234.5 ', 123_450],
    ['rm12', 1_200],
    ['0.05', 5],
    ['007', 700],
  ])('%s is %i sen', (text, sen) => expect(parseRinggit(text)).toEqual({ sen }))

  test.each([
    ['', 'input.amount'],
    ['ten', 'input.amount'],
    ['1,50', 'input.amount'],
    ['12,34.00', 'input.amount'],
    ['1.', 'input.amount'],
    ['1.2.3', 'input.amount'],
    ['1e3', 'input.amount'],
    ['0x10', 'input.amount'],
    ['١٢', 'input.amount'],
    ['1.005', 'input.amount_decimals'],
    ['-5', 'input.amount_negative'],
    ['-RM5', 'input.amount_negative'],
    ['RM-5', 'input.amount_negative'],
    ['1000000000', 'input.amount_too_large'],
    ['9'.repeat(400), 'input.amount_too_large'],
  ])('%s is refused as %s', (text, error) => expect(parseRinggit(text)).toEqual({ error }))

  test('reads back whatever it shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (sen) => {
        expect(parseRinggit(formatRinggit(sen))).toEqual({ sen })
        expect(parseRinggit(plainRinggit(sen))).toEqual({ sen })
      }),
    )
  })

  test('a form field keeps to its limits and names the broken one', () => {
    const field = ringgit({ min: 100, max: 3_000_000 })
    expect(field.parse('1')).toBe(100)
    expect(field.parse('30,000.00')).toBe(3_000_000)
    expect(field.safeParse('0.99').error?.issues[0]?.message).toBe('input.amount_below|{"min":"RM1.00"}')
    expect(field.safeParse('30000.01').error?.issues[0]?.message).toBe(
      'input.amount_above|{"max":"RM30,000.00"}',
    )
    expect(field.safeParse('1.234').error?.issues[0]?.message).toBe('input.amount_decimals')
  })
})

describe('arithmetic', () => {
  test('rounds half up, to the sen', () => {
    expect(percentOf(1, 5_000)).toBe(1)
    expect(percentOf(1, 4_999)).toBe(0)
    expect(percentOf(12_345, 1_000)).toBe(1_235)
    expect(serviceTax(10_000)).toBe(600)
    expect(serviceTax(825)).toBe(50)
    expect(lineAmount(150, 3_333)).toBe(5_000)
  })

  test('a credit note mirrors its invoice', () => {
    expect(percentOf(-825, 600)).toBe(-50)
    expect(percentOf(-12_345, 1_000)).toBe(-percentOf(12_345, 1_000))
  })

  test('a discount never takes more than the line', () => {
    expect(discountOf(10_000, { basisPoints: 1_500 })).toBe(1_500)
    expect(discountOf(10_000, { sen: 12_000 })).toBe(10_000)
  })

  test('agrees with exact arithmetic, far beyond what a float product holds', () => {
    const amount = fc.integer({ min: 0, max: 99_999_999_999 })
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 10_000 }), (sen, basisPoints) => {
        const exact = (BigInt(sen) * BigInt(basisPoints) * 2n + 10_000n) / 20_000n
        expect(percentOf(sen, basisPoints)).toBe(Number(exact))
      }),
    )
  })

  test('fractions of a sen do not get in', () => {
    expect(() => percentOf(10.5, 600)).toThrow(RangeError)
    expect(() => percentOf(10, 0.06)).toThrow(RangeError)
  })
})

test('percentages', () => {
  expect([600, 1_250, 1, 10_000, 0].map(formatPercent)).toEqual(['6%', '12.5%', '0.01%', '100%', '0%'])
  expect(parsePercent('12.5 %')).toEqual({ basisPoints: 1_250 })
  expect(parsePercent('100')).toEqual({ basisPoints: 10_000 })
  for (const text of ['100.01', '-1', '1.234', 'all', '']) {
    expect(parsePercent(text)).toEqual({ error: 'input.percent' })
  }
})
