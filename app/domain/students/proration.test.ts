import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#app/domain/dates.ts'
import { proratedPrice } from './proration.ts'

const march = { starts_on: '2026-03-01', ends_on: '2026-03-31' }
const saturdays = { weekdays: [6], per_month: 4 }

test('who joins within a month pays the days that are left, today among them', () => {
  const price = (on: string) => proratedPrice(31_000, 'by_day', march, on, saturdays)
  expect(price('2026-02-10')).toBe(31_000)
  expect(price('2026-03-01')).toBe(31_000)
  expect(price('2026-03-16')).toBe(16_000)
  expect(price('2026-03-31')).toBe(1_000)
  expect(price('2026-04-01')).toBe(0)
})

test('by lessons, of which a month counts no more than are agreed', () => {
  const price = (on: string, lessons = saturdays) => proratedPrice(12_000, 'by_session', march, on, lessons)
  // Saturdays are the 7th, 14th, 21st and 28th.
  expect(price('2026-03-07')).toBe(12_000)
  expect(price('2026-03-08')).toBe(9_000)
  expect(price('2026-03-28')).toBe(3_000)
  expect(price('2026-03-29')).toBe(0)
  // Five Sundays, of which four are paid.
  expect(price('2026-03-02', { weekdays: [7], per_month: 4 })).toBe(12_000)
  // Without times, by days.
  expect(price('2026-03-16', { weekdays: [], per_month: 4 })).toBe(Math.round((12_000 * 16) / 31))
})

test('a quarter counts each of its months', () => {
  const quarter = { starts_on: '2026-01-01', ends_on: '2026-03-31' }
  // Saturdays: 5 in January and so 4, 4 in February, 4 in March.
  expect(proratedPrice(12_000, 'by_session', quarter, '2026-02-01', saturdays)).toBe(8_000)
})

test('without proration, and of what is billed once, it is the whole', () => {
  expect(proratedPrice(5_000, 'none', march, '2026-03-20', saturdays)).toBe(5_000)
  expect(proratedPrice(5_000, 'by_day', undefined, '2026-03-20', saturdays)).toBe(5_000)
})

test('a later day never costs more, and nothing costs more than the whole', () => {
  const days = fc.integer({ min: 0, max: 30 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), days, days, (price, one, other) => {
      const of = (n: number) => proratedPrice(price, 'by_day', march, addDays('2026-03-01', n), saturdays)
      const [early, late] = [of(Math.min(one, other)), of(Math.max(one, other))]
      expect(late).toBeLessThanOrEqual(early)
      expect(early).toBeLessThanOrEqual(price)
    }),
  )
})
