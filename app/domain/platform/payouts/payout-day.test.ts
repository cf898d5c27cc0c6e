import { expect, test } from 'vitest'
import { scheduleForm, scheduleOf, scheduleValues } from './payout-day.ts'

const typed = (more: Record<string, string>) => scheduleOf(scheduleForm.parse({ version: '1', ...more }))

test('of the two days the one that goes with the rhythm counts', () => {
  const both = { weekday: '5', month_day: '28' }
  expect(typed({ ...both, payout_frequency: 'weekly' })).toEqual({
    payout_frequency: 'weekly',
    payout_day: 5,
  })
  expect(typed({ ...both, payout_frequency: 'monthly' })).toEqual({
    payout_frequency: 'monthly',
    payout_day: 28,
  })
  expect(typed({ weekday: '5', payout_frequency: 'monthly' })).toBeUndefined()
})

test.each([
  { weekday: '6' },
  { weekday: '0' },
  { month_day: '29' },
  { month_day: '0' },
  { month_day: '1.5' },
])('%j is no day of payouts', (more) => {
  expect(scheduleForm.safeParse({ version: '1', payout_frequency: 'weekly', ...more }).success).toBe(false)
})

test('a schedule comes out of its form as it went in', () => {
  for (const schedule of [
    { payout_frequency: 'weekly', payout_day: 3 },
    { payout_frequency: 'monthly', payout_day: 10 },
  ] as const)
    expect(typed(scheduleValues(schedule))).toEqual(schedule)
})
