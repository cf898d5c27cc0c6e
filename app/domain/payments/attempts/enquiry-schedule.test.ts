import { expect, test } from 'vitest'
import { isEnquiryDue, nextEnquiry, windowEnd } from './enquiry-schedule.ts'

const start = new Date('2026-01-15T02:00:00Z')
const minutesOf = (at: Date) => (at.getTime() - start.getTime()) / 60_000

/** Every time at which an attempt is asked about, in minutes after the request. */
function times(model: 'B2C' | 'B2B1', state: string, spread = 0) {
  const attempt = { model, state, requested_at: start, expires_at: windowEnd(model, start, 7) }
  const asked: number[] = []
  for (let at = nextEnquiry(attempt, start, spread); at; at = nextEnquiry(attempt, at, spread))
    asked.push(minutesOf(at))
  return asked
}

test('a personal payment: six times in the first hour, hourly for a day, daily for three', () => {
  const asked = times('B2C', 'redirected')
  expect(asked.slice(0, 6)).toEqual([2, 5, 10, 20, 30, 60])
  expect(asked.slice(6, 29)).toEqual(Array.from({ length: 23 }, (_, index) => (index + 2) * 60))
  expect(asked.slice(29)).toEqual([48 * 60, 72 * 60])
})

test('one that waits for an approver: hourly for a day, every four hours to the end of the window', () => {
  const asked = times('B2B1', 'awaiting_approval')
  expect(asked.slice(0, 24)).toEqual(Array.from({ length: 24 }, (_, index) => (index + 1) * 60))
  expect(asked.slice(24)).toEqual(Array.from({ length: 36 }, (_, index) => (28 + index * 4) * 60))
  expect(asked.at(-1)).toBe(7 * 24 * 60)
})

test('a corporate payment without an answer is asked about as quickly as a personal one', () => {
  expect(times('B2B1', 'redirected').slice(0, 6)).toEqual([2, 5, 10, 20, 30, 60])
})

test('the window is asked about at its very end, and then no more', () => {
  const attempt = {
    model: 'B2C' as const,
    state: 'pending',
    requested_at: start,
    expires_at: windowEnd('B2C', start, 7),
  }
  expect(nextEnquiry(attempt, new Date(attempt.expires_at.getTime() - 1), 1)).toEqual(attempt.expires_at)
  expect(nextEnquiry(attempt, attempt.expires_at)).toBeNull()
})

test('many enquiries are spread: later by a twentieth at most, and never earlier', () => {
  const even = times('B2C', 'pending')
  const spread = times('B2C', 'pending', 1)
  expect(spread[0]).toBeCloseTo(2.1)
  for (const [index, minutes] of spread.slice(0, 6).entries()) {
    expect(minutes).toBeGreaterThanOrEqual(even[index]!)
    expect(minutes).toBeLessThanOrEqual(even[index]! * 1.05 + 0.001)
  }
  expect(spread).toEqual([...new Set(spread)].sort((a, b) => a - b))
})

test('an attempt that was dated a year ahead is asked about as one that was made now', () => {
  const ahead = new Date(start.getTime() + 365 * 86_400_000)
  const attempt = { model: 'B2C' as const, state: 'pending', requested_at: ahead }
  const expires_at = windowEnd('B2C', ahead, 7)
  expect(minutesOf(nextEnquiry({ ...attempt, expires_at }, start, 0)!)).toBe(2)
})

test('an enquiry is due at its time, or when it is planned further ahead than any can be', () => {
  const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
  const due = (minutes: number) => isEnquiryDue(at(minutes), start, 5_000)
  expect([-1, 0, 1, 60, 27 * 60].map(due)).toEqual([true, true, false, false, false])
  expect([37 * 60, 365 * 24 * 60].map(due)).toEqual([true, true])
})
