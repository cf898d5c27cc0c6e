import { expect, test } from 'vitest'
import { settlementDay } from './collection.ts'

test.each([
  ['a Monday', '2026-01-12', '2026-01-13'],
  ['a Thursday', '2026-01-15', '2026-01-16'],
  ['a Friday', '2026-01-16', '2026-01-19'],
  ['a Saturday', '2026-01-17', '2026-01-19'],
  ['a Sunday', '2026-01-18', '2026-01-19'],
  ['the last day of a year', '2026-12-31', '2027-01-01'],
])('%s settles on the next working day', (_day, on, settles) => {
  expect(settlementDay(on)).toBe(settles)
})
