import { expect, test } from 'vitest'
import { dueAt } from './schedules.ts'

const daily = { pattern: '0 30 8 * * *' }
const minute = { every: 60_000 }
const at = (text: string) => Date.parse(`${text}+08:00`)

test('a pattern is due at its instant in Malaysia and not before, however far it was planned', () => {
  const planned = at('2026-03-01T08:30:02')
  expect(dueAt(daily, planned, at('2026-03-02T08:29:59'))).toBeUndefined()
  expect(dueAt(daily, planned, at('2026-03-02T08:30:00'))).toBe(at('2026-03-02T08:30:00'))
})

test('of nights that were missed one run makes up', () => {
  const now = at('2026-03-09T11:00:00')
  const planned = dueAt(daily, at('2026-03-01T08:30:00'), now)
  expect(planned).toBe(now)
  expect(dueAt(daily, planned!, now + 5_000)).toBeUndefined()
})

test('an interval is counted from the run before, so that late looks make no run later', () => {
  const start = at('2026-03-02T08:00:00')
  expect(dueAt(minute, start, start + 59_999)).toBeUndefined()
  expect(dueAt(minute, start, start + 63_000)).toBe(start + 60_000)
  expect(dueAt(minute, start, start + 500_000)).toBe(start + 480_000)
})
