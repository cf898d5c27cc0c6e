import { expect, test } from 'vitest'
import { periodOf } from './period.ts'

test.each([
  ['monthly', '2026-02-17', 1, '2026-02-01', '2026-02-28'],
  ['quarterly', '2026-02-17', 1, '2026-01-01', '2026-03-31'],
  ['quarterly', '2026-02-17', 3, '2025-12-01', '2026-02-28'],
  ['half_yearly', '2026-07-01', 1, '2026-07-01', '2026-12-31'],
  ['half_yearly', '2026-02-17', 9, '2025-09-01', '2026-02-28'],
  ['yearly', '2026-12-31', 1, '2026-01-01', '2026-12-31'],
  ['yearly', '2026-02-17', 3, '2025-03-01', '2026-02-28'],
] as const)(
  '%s on %s, the year beginning in month %i: %s to %s',
  (frequency, on, start, starts_on, ends_on) => {
    expect(periodOf(frequency, on, start)).toEqual({ starts_on, ends_on })
  },
)

test('what is billed once has no period', () => {
  expect(periodOf('one_off', '2026-02-17', 1)).toBeUndefined()
})
