import { expect, test } from 'vitest'
import { addDays, daysBetween } from '#app/domain/core/dates.ts'
import { bucketEnds, bucketOf, buckets } from './buckets.ts'

test.each([
  ['2026-06-15', 'not_due'],
  ['2026-06-14', 'days_1_30'],
  ['2026-05-16', 'days_1_30'],
  ['2026-05-15', 'days_31'],
  ['2026-04-16', 'days_31'],
  ['2026-04-15', 'months_2'],
  ['2026-03-16', 'months_2'],
  ['2026-03-15', 'months_3'],
  ['2020-01-01', 'months_3'],
] as const)('due on %s is %s on 15 June', (due_on, bucket) => {
  expect(bucketOf(due_on, '2026-06-15')).toBe(bucket)
})

test('two months are calendar months, also where a month is short', () => {
  expect(bucketOf('2026-02-28', '2026-04-30')).toBe('months_2')
  expect(bucketOf('2026-03-01', '2026-04-30')).toBe('days_31')
})

test('every day of three years falls into one bucket, and later days never into a later one', () => {
  for (let today = '2026-01-01'; today < '2027-03-01'; today = addDays(today, 17)) {
    const ends = bucketEnds(today)
    const places = Array.from({ length: 150 }, (_, ago) =>
      buckets.indexOf(bucketOf(addDays(today, -ago), today)),
    )
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(new Set(places).size).toBe(buckets.length)
    expect(daysBetween(ends.months_2, today)).toBeGreaterThan(30)
  }
})
