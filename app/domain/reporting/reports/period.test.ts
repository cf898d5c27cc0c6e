import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { linkOnly, onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { tenantList } from '#app/domain/core/lists/list.ts'
import { compared } from './comparison.ts'
import {
  choosePeriod,
  openingPeriod,
  periodBefore,
  periodNamed,
  periodsOf,
  periodWords,
  searchOfPeriod,
} from './period.ts'
import type { AnyReport } from './report.ts'

const calendar = { today: '2026-11-30', startMonth: 3 }

/** A report whose period is chosen by these filters. */
function reportWith(period: AnyReport['period'], filters: AnyReport['list']['filters']) {
  const list = tenantList<{ id: string }>()({
    ...{ name: 'report/test/one', title: 'report.one', access: {}, columns: [], filters, defaultSort: 'id' },
    query: (db) => db.selectFrom('branch').select('id'),
  })
  return { list, period } as unknown as AnyReport
}
const span = reportWith('span', { from: onDay('common.from', { until: 'to' }), to: onDay('common.to') })
const years = oneOf('common.year', ['2025', '2026', '2027'])
const year = reportWith('year', { year: years })
const month = reportWith('month', { month: linkOnly(z.string().regex(/^\d{4}-\d\d$/)) })
const twelve = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']
const apart = reportWith('month', { year: years, month: oneOf('common.month', twelve) })
const day = reportWith('day', { on: onDay('common.on') })

describe('a span', () => {
  test.each([
    ['this_month', '2026-11-01', '2026-11-30'],
    ['last_month', '2026-10-01', '2026-10-31'],
    ['this_year', '2026-01-01', '2026-12-31'],
    ['last_year', '2025-01-01', '2025-12-31'],
    ['academic_year', '2026-03-01', '2027-02-28'],
    ['last_academic_year', '2025-03-01', '2026-02-28'],
  ] as const)('of %s is from %s to %s', (name, from, to) => {
    const search = searchOfPeriod(span, name, calendar)
    expect(search).toEqual({ from, to })
    expect(periodNamed(span, search!, calendar)).toBe(name)
  })

  test('of the academic year began in the year before, until its month has come', () => {
    const february = { today: '2026-02-10', startMonth: 3 }
    expect(searchOfPeriod(span, 'academic_year', february)).toEqual({ from: '2025-03-01', to: '2026-02-28' })
  })

  test.each([
    ['a month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['a quarter', '2026-04-01', '2026-06-30', '2026-01-01', '2026-03-31'],
    ['a year', '2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
    ['ten days', '2026-03-05', '2026-03-14', '2026-02-23', '2026-03-04'],
    ['a day', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
  ])('of %s is compared with as much before it', (_, from, to, earlier, until) => {
    expect(periodBefore(span, { from, to })).toEqual({ from: earlier, to: until })
  })

  test.each([{}, { from: '2026-01-01' }, { to: '2026-01-31' }, { from: '2026-02-01', to: '2026-01-01' }])(
    'that is open or wrong (%o) is compared with nothing',
    (search) => expect(periodBefore(span, search)).toBeUndefined(),
  )

  test('opens with all time', () => expect(openingPeriod(span, calendar)).toEqual({}))
})

test('a report by year opens with the present one, and has the one before', () => {
  expect(openingPeriod(year, calendar)).toEqual({ year: '2026' })
  expect(periodBefore(year, { year: '2026' })).toEqual({ year: '2025' })
  expect(periodBefore(year, { year: '2025' })).toBeUndefined()
  expect(periodsOf(year, { ...calendar, today: '2025-05-05' }).map(({ name }) => name)).toEqual(['this_year'])
})

test.each([
  ['in one filter', month, { month: '2026-01' }, { month: '2025-12' }],
  ['in two filters', apart, { year: '2026', month: '01' }, { year: '2025', month: '12' }],
])('a month %s goes back over the end of a year', (_, report, search, before) => {
  expect(periodBefore(report, search)).toEqual(before)
  expect(periodWords(report, search, 'en')).toBe('Jan 2026')
})

test('a day is compared with the day before, and the end of a month with the end of a month', () => {
  expect(periodBefore(day, { on: '2026-03-15' })).toEqual({ on: '2026-03-14' })
  expect(periodBefore(day, { on: '2026-03-31' })).toEqual({ on: '2026-02-28' })
  expect(searchOfPeriod(day, 'end_of_last_month', calendar)).toEqual({ on: '2026-10-31' })
})

test.each([
  [11_000, 10_000, 1_000, 1_000],
  [10_001, 10_000, 1, 1],
  [0, 10_000, -10_000, -10_000],
  [-5_000, -10_000, 5_000, 5_000],
  [500, 0, 500, null],
])('%i after %i is a change of %i, %s basis points', (now, before, change, change_bp) => {
  expect(compared(now, before)).toEqual({ now, before, change, change_bp })
})

test.each([
  ['nothing of a span', span, '', ''],
  ['the year', year, '', 'year=2026'],
  ['the year in the place of one that there is not', year, 'year=1999', 'year=2026'],
  ['no year where one is named', year, 'year=2025', 'year=2025'],
  ['the month', apart, '', 'year=2026&month=11'],
  ['the month of the year that is named', apart, 'year=2025', 'year=2025&month=11'],
  ['the day', day, '', 'on=2026-11-30'],
])('an address without a period gets %s', (_, report, given, chosen) => {
  const asked = new URLSearchParams(given)
  choosePeriod(report, asked, calendar)
  expect(asked.toString()).toBe(chosen)
})
