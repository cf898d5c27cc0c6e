import { expect, test } from 'vitest'
import { addDays, addMonths, daysBetween } from '#app/domain/core/dates.ts'
import { dayShare } from './day-share.ts'

test.each([
  ['a whole year', 480_00, '2026-01-01', '2027-01-01', 480_00],
  ['a whole leap year', 480_00, '2027-07-01', '2028-07-01', 480_00],
  ['three years', 480_00, '2026-01-01', '2029-01-01', 1_440_00],
  ['half a year of 365 days', 365_00, '2026-01-01', '2026-07-02', 182_00],
  ['one day', 480_00, '2026-12-30', '2026-12-31', 1_32],
  ['half a sen is rounded up', 73, '2026-07-01', '2026-09-12', 15],
  ['the last day', 480_00, '2026-12-31', '2026-12-31', 0],
  ['a day after it', 480_00, '2027-01-01', '2026-12-31', 0],
  ['a package that is cheaper', -480_00, '2026-01-01', '2026-12-31', 0],
  ['two years and one day to a leap day', 366_00, '2026-02-27', '2028-02-29', 732_00 + 1_00],
])('%s', (_, difference, today, last, sen) => {
  expect(dayShare(difference, today, last)).toBe(sen)
})

/** Counts day by day, each with what it costs in its own year, as a fraction. */
function oracle(difference: number, today: string, last: string): number {
  const years: [string, string][] = []
  for (let n = 0; n < 5; n += 1) years.push([addMonths(last, -12 * (n + 1)), addMonths(last, -12 * n)])
  let sum = 0n
  const scale = 365n * 366n
  for (let day = today; day < last; day = addDays(day, 1)) {
    const [from, to] = years.find(([from, to]) => from <= day && day < to)!
    sum += (BigInt(difference) * scale) / BigInt(daysBetween(from, to))
  }
  return Number((2n * sum + scale) / (2n * scale))
}

test('comes to what its days come to, one by one', () => {
  let seed = 4711
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let n = 0; n < 150; n += 1) {
    const today = addDays('2026-01-01', random(1_200))
    const last = addDays(today, random(1_090))
    const difference = 1 + random(500_000)
    expect([today, last, difference, dayShare(difference, today, last)]).toEqual([
      today,
      last,
      difference,
      oracle(difference, today, last),
    ])
  }
})
