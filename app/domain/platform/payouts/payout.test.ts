import { expect, test } from 'vitest'
import { dueOn, holdOf, lastDue, nextPayoutDay, settledUntil } from './payout.ts'

const everywhere = { yearly: false, state: null }
const holidays = [
  { ...everywhere, on: '2026-02-17' },
  { ...everywhere, on: '2026-02-18' },
  { on: '2026-01-13', yearly: false, state: 'Kedah' },
]
const weekly = (payout_day: number) => ({ payout_frequency: 'weekly' as const, payout_day })
const monthly = (payout_day: number) => ({ payout_frequency: 'monthly' as const, payout_day })

test.each([
  ['a Wednesday itself', weekly(3), '2026-01-14', '2026-01-14'],
  ['a Tuesday after it', weekly(3), '2026-01-20', '2026-01-14'],
  ['over the turn of a year', weekly(5), '2026-01-01', '2025-12-26'],
  ['a day of the month itself', monthly(28), '2026-01-28', '2026-01-28'],
  ['the day before, of last month', monthly(28), '2026-01-27', '2025-12-28'],
  ['the first', monthly(1), '2026-03-01', '2026-03-01'],
  ['a month without that day yet', monthly(15), '2026-03-14', '2026-02-15'],
])('%s: the day that is due', (_what, schedule, today, due) => {
  expect(lastDue(schedule, today)).toBe(due)
})

test('a day on which banks rest waits for the next on which they work, and is made up for when it was missed', () => {
  // Two holidays, a Tuesday and a Wednesday.
  expect(dueOn(weekly(3), '2026-02-18', holidays)).toBeNull()
  expect(dueOn(weekly(3), '2026-02-19', holidays)).toEqual({ due_on: '2026-02-18', payout_on: '2026-02-19' })
  expect(dueOn(weekly(3), '2026-02-21', holidays)).toEqual({ due_on: '2026-02-18', payout_on: '2026-02-23' })
  // A Sunday.
  expect(dueOn(monthly(15), '2026-02-15', holidays)).toBeNull()
  expect(dueOn(monthly(15), '2026-02-16', holidays)).toEqual({
    due_on: '2026-02-15',
    payout_on: '2026-02-16',
  })
})

test.each([
  [weekly(3), '2026-01-12', '2026-01-14'],
  [weekly(3), '2026-01-14', '2026-01-14'],
  [weekly(3), '2026-02-18', '2026-02-19'],
  [weekly(3), '2026-02-20', '2026-02-25'],
  [monthly(28), '2026-02-28', '2026-03-02'],
])('%o on %s is paid next on %s', (schedule, today, next) => {
  expect(nextPayoutDay(schedule, today, holidays)).toBe(next)
})

test.each([
  ['a Wednesday', '2026-01-14', '2026-01-13'],
  ['a Monday', '2026-01-12', '2026-01-09'],
  ['the day after two holidays', '2026-02-19', '2026-02-16'],
])('%s pays what settled a working day before', (_what, payout_on, until) => {
  expect(settledUntil(payout_on, holidays)).toBe(until)
})

test.each([
  [{}, undefined],
  [{ status: 'inactive', bank_status: 'pending' }, 'closed'],
  [{ bank_status: 'pending' }, 'bank_unverified'],
  [{ bank_changed_at: new Date('2026-01-11T12:00:01Z') }, 'bank_changed'],
  [{ bank_changed_at: new Date('2026-01-11T12:00:00Z') }, undefined],
  [{ paid_before: false }, 'first'],
])('%o is held for %s', (given, reason) => {
  const payee = { status: 'active', bank_status: 'verified', bank_changed_at: null, paid_before: true }
  expect(holdOf({ ...payee, ...given }, new Date('2026-01-14T12:00:00Z'))).toBe(reason)
})
