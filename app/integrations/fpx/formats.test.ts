import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, parseAmount } from './amount.ts'
import { buyerEmail, buyerName, description, orderNo, TEXT_RULES } from './text.ts'
import { formatTime, parseTime } from './time.ts'

test('amounts keep every sen there and back', () => {
  expect([1, 10, 100, 35_000, 100_000_000].map(formatAmount)).toEqual([
    '0.01',
    '0.10',
    '1.00',
    '350.00',
    '1000000.00',
  ])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999_999 }), (sen) => {
      const text = formatAmount(sen)
      return /^\d{1,10}\.\d\d$/.test(text) && parseAmount(text) === sen
    }),
  )
})

test.each([
  '',
  '350',
  '350.0',
  '350.000',
  '1,000.00',
  ' 1.00',
  '1.00 ',
  '-1.00',
  '1e3',
  '12345678901.00',
  '٣.00',
])('an amount written %j is not read', (text) => expect(parseAmount(text)).toBeNull())

test.each([0, -1, 0.5, Number.NaN, 1e12])('%j is not a payable amount', (sen) => {
  expect(() => formatAmount(sen)).toThrow(RangeError)
})

test('times are in Malaysia, eight hours ahead, also across midnight and the year', () => {
  expect(formatTime(new Date('2026-01-15T02:29:12Z'))).toBe('20260115102912')
  expect(formatTime(new Date('2025-12-31T16:00:00Z'))).toBe('20260101000000')
  expect(parseTime('20260101000010')?.toISOString()).toBe('2025-12-31T16:00:10.000Z')
})

test('times survive there and back to the second', () => {
  const seconds = fc.integer({ min: Date.UTC(2000, 0) / 1000, max: Date.UTC(2099, 0) / 1000 })
  fc.assert(
    fc.property(
      seconds,
      (second) => parseTime(formatTime(new Date(second * 1000)))?.getTime() === second * 1000,
    ),
  )
})

test.each(['', '2026011510291', '20260231000000', '20260115240000', '20260115106000', '2026-01-15 10:29'])(
  '%j is not a time',
  (text) => expect(parseTime(text)).toBeNull(),
)

test.each([
  ['Nur Ain binti Ahmad', 'Nur Ain binti Ahmad'],
  ['Siti A/P O’Neil & Co.', "Siti A/P O'Neil & Co."],
  ['José Müller-Ñáñez', 'Jose Muller-Nanez'],
  ['  Ali   "Bob"  Abu* ', 'Ali Bob Abu'],
  ['陳美玲', ''],
  ['陳美玲 Tan Mei Ling 😀', 'Tan Mei Ling'],
  ['D`Cruz', "D'Cruz"],
  ['A|B', 'A B'],
  ['x'.repeat(60), 'x'.repeat(40)],
])('name %j is sent as %j', (name, sent) => expect(buyerName(name)).toBe(sent))

test('a description is letters, digits and single spaces, never blank', () => {
  expect(description('Yuran 2026/01 – INV-00042 & buku')).toBe('Yuran 2026 01 INV 00042 buku')
  expect(description('學費')).toBe('Payment')
})

test.each([
  ['ibu@sekolah.test', 'ibu@sekolah.test'],
  [' ibu+fpx@sekolah.test ', 'ibu+fpx@sekolah.test'],
  [null, ''],
  ['ibu', ''],
  ['ibu@x', ''],
  ["o'neil@sekolah.test", ''],
  [`${'a'.repeat(45)}@sekolah.test`, ''],
])('e-mail %j is sent as %j', (email, sent) => expect(buyerEmail(email)).toBe(sent))

test('whatever is typed, only what FPX takes goes out', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(buyerName(text)).toMatch(/^[A-Za-z0-9@/\\() .\-_,&']{0,40}$/)
      expect(description(text)).toMatch(/^[A-Za-z0-9][A-Za-z0-9 ]{0,29}$/)
      expect(buyerEmail(text).length).toBeLessThanOrEqual(TEXT_RULES.buyer_email.max)
    }),
  )
})

test.each(['', 'a1', "A'1", 'A&1', 'A 1', 'A'.repeat(21)])('%j is not an order number', (number) => {
  expect(() => orderNo(number)).toThrow(RangeError)
})
