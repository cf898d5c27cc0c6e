import { expect, test } from 'vitest'
import { addDays } from '#app/domain/core/dates.ts'
import { lastDueRun } from './auto-run.ts'

test.each([
  ['2026-03-25', 25, 'next_month', '2026-03-25', '2026-04-01'],
  ['2026-03-24', 25, 'next_month', '2026-02-25', '2026-03-01'],
  ['2026-03-25', 25, 'same_month', '2026-03-25', '2026-03-01'],
  ['2026-02-27', 31, 'next_month', '2026-01-31', '2026-02-01'],
  ['2026-02-28', 31, 'next_month', '2026-02-28', '2026-03-01'],
  ['2028-02-29', 30, 'next_month', '2028-02-29', '2028-03-01'],
  ['2026-12-31', 31, 'next_month', '2026-12-31', '2027-01-01'],
  ['2027-01-01', 1, 'same_month', '2027-01-01', '2027-01-01'],
] as const)('on %s day %i for the %s was due on %s and bills %s', (today, day, which, on, month) => {
  expect(lastDueRun({ day, for: which }, today)).toEqual({ on, month })
})

test('over four years each month comes once, and no day skips or repeats one', () => {
  for (const day of [1, 15, 28, 29, 30, 31]) {
    const months: string[] = []
    for (let on = '2025-01-31'; on < '2029-01-31'; on = addDays(on, 1)) {
      const { month } = lastDueRun({ day, for: 'next_month' }, on)
      if (months.at(-1) !== month) months.push(month)
    }
    expect(months).toEqual([...new Set(months)].toSorted())
    expect(months.length).toBeGreaterThanOrEqual(48)
  }
})
