import { expect, test } from 'vitest'
import { settlementDay } from './collection.ts'

const everywhere = { yearly: false, state: null }
const holidays = [
  { ...everywhere, on: '2020-12-25', yearly: true },
  { ...everywhere, on: '2026-02-17' },
  { ...everywhere, on: '2026-02-18' },
  { on: '2026-02-01', yearly: false, state: 'W.P. Kuala Lumpur' },
  { on: '2026-02-02', yearly: false, state: 'W.P. Kuala Lumpur' },
  { on: '2026-01-13', yearly: false, state: 'Kedah' },
]

test.each([
  ['a Monday, though it is a holiday elsewhere', '2026-01-12', '2026-01-13'],
  ['a Thursday', '2026-01-15', '2026-01-16'],
  ['a Friday', '2026-01-16', '2026-01-19'],
  ['a Saturday', '2026-01-17', '2026-01-19'],
  ['a Sunday', '2026-01-18', '2026-01-19'],
  ['the last day of a year', '2026-12-31', '2027-01-01'],
  ['the day before a holiday of every year, which is a Friday', '2026-12-24', '2026-12-28'],
  ['the day before two holidays', '2026-02-16', '2026-02-19'],
  ['a Friday before a holiday where the banks clear', '2026-01-30', '2026-02-03'],
])('%s settles on the next working day', (_day, on, settles) => {
  expect(settlementDay(on, holidays)).toBe(settles)
})

test('where holidays leave no day, after a month', () => {
  const all = Array.from({ length: 400 }, (_, day) => ({
    ...everywhere,
    on: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
  }))
  expect(settlementDay('2026-01-12', all)).toBe('2026-02-11')
})
