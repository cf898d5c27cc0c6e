import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths } from '#app/domain/core/dates.ts'
import { arrangementForm, intervals, settledParts, splitIntoParts } from './arrangement.ts'

describe('splitIntoParts', () => {
  test.each([
    [25_000, 3, [8_300, 8_300, 8_400]],
    [10_000, 12, [...Array(11).fill(800), 1_200]],
    [12_345, 2, [6_100, 6_245]],
    // less than a ringgit for each
    [250, 4, [62, 62, 62, 64]],
    [3, 12, [1, 1, 1]],
    [1, 2, [1]],
  ])('%i sen in %i parts', (total_sen, count, sums) => {
    const parts = splitIntoParts(total_sen, count, '2026-06-01', 'month')
    expect(parts.map(({ amount_sen }) => amount_sen)).toEqual(sums)
  })

  test('each month has the first day, or its last one', () => {
    const days = splitIntoParts(40_000, 4, '2026-01-31', 'month').map(({ due_on }) => due_on)
    expect(days).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'])
  })

  test.each([
    ['week', ['2026-06-01', '2026-06-08', '2026-06-15']],
    ['fortnight', ['2026-06-01', '2026-06-15', '2026-06-29']],
  ] as const)('by the %s', (interval, days) => {
    expect(splitIntoParts(30_000, 3, '2026-06-01', interval).map(({ due_on }) => due_on)).toEqual(days)
  })

  test('always comes to the sum, in parts of at least a sen, each after the one before', () => {
    assert(
      property(
        integer({ min: 1, max: 100_000_000 }),
        integer({ min: 2, max: 12 }),
        constantFrom(...intervals),
        (total, count, interval) => {
          const parts = splitIntoParts(total, count, '2026-01-31', interval)
          expect(parts.reduce((sum, { amount_sen }) => sum + amount_sen, 0)).toBe(total)
          expect(parts.every(({ amount_sen }) => amount_sen >= 1)).toBe(true)
          const days = parts.map(({ due_on }) => due_on)
          expect(days).toEqual([...new Set(days)].toSorted())
        },
      ),
    )
  })
})

describe('settledParts', () => {
  const parts = ['2026-06-01', '2026-07-01', '2026-08-01'].map((due_on, index) => ({
    ...{ position: index + 1, due_on, amount_sen: 1_000 },
  }))
  test.each([
    [0, '2026-06-01', ['next', 'later', 'later'], [0, 0, 0]],
    [0, '2026-06-02', ['missed', 'next', 'later'], [0, 0, 0]],
    [1_500, '2026-06-02', ['settled', 'next', 'later'], [1_000, 500, 0]],
    [1_500, '2026-07-02', ['settled', 'missed', 'next'], [1_000, 500, 0]],
    [3_000, '2026-09-01', ['settled', 'settled', 'settled'], [1_000, 1_000, 1_000]],
  ] as const)('%i sen by %s', (came, today, states, sums) => {
    const rows = settledParts(parts, came, today)
    expect(rows.map(({ state }) => state)).toEqual(states)
    expect(rows.map(({ settled_sen }) => settled_sen)).toEqual(sums)
  })
})

test('the form wants each day after the one before, and two parts at least', () => {
  const one = '0198f000-0000-7000-8000-000000000001'
  const typed = (...days: string[]) => ({
    ...{ invoices: [one], reason: 'Bapa kehilangan kerja' },
    parts: days.map((due_on) => ({ due_on, amount: '10.00' })),
  })
  const faults = (value: object) =>
    arrangementForm.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(faults(typed('2026-06-01', '2026-07-01'))).toBeUndefined()
  expect(faults(typed('2026-07-01', '2026-07-01'))).toEqual([['parts.1.due_on', 'arrangement.order']])
  expect(faults(typed('2026-07-01'))).toHaveLength(1)
  const months = Array.from({ length: 13 }, (_, index) => addMonths('2026-01-01', index))
  expect(faults(typed(...months.slice(0, 12)))).toBeUndefined()
  expect(faults(typed(...months))).toMatchObject([['parts', expect.anything()]])
})
