import { expect, test } from 'vitest'
import { languageTag } from '#app/i18n/locales.ts'
import { day } from '#app/server/api/schemas/parts.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  endOfMonth,
  formatClock,
  formatClocks,
  formatDate,
  formatDays,
  formatInstant,
  formatMonth,
  formatMonths,
  formatPeriod,
  instantIn,
  isPlainDate,
  startOfMonth,
  todayIn,
} from './dates.ts'
import { plainDate } from './fields.ts'
import { filterSchema, onDay } from './lists/filters.ts'

test('Malay is ms to the world, not Burmese', () => {
  expect(languageTag('my')).toBe('ms-MY')
  expect(languageTag('en')).toBe('en-MY')
})

test('a day begins at midnight in Malaysia', () => {
  expect(todayIn(new Date('2026-01-31T15:59:59Z'))).toBe('2026-01-31')
  expect(todayIn(new Date('2026-01-31T16:00:00Z'))).toBe('2026-02-01')
})

test('dates that do not exist are not dates', () => {
  expect(['2026-01-31', '2028-02-29'].every(isPlainDate)).toBe(true)
  for (const text of [
    '2026-02-29',
    '0000-01-01',
    '2026-13-01',
    '2026-1-1',
    '31/01/2026',
    '',
    '2026-01-31T00:00',
  ]) {
    expect(isPlainDate(text), text).toBe(false)
  }
  expect(() => addDays('2026-02-30', 1)).toThrow(RangeError)
})

test('a form refuses them, a filter and an answer of the API take none of them for a date', () => {
  for (const text of ['2026-02-29', '0000-01-01', '31/02/2026', '1/2026']) {
    expect(plainDate.safeParse(text).error?.issues[0]?.message, text).toBe('input.date')
    expect(filterSchema(onDay('')).parse(text), text).toBeUndefined()
  }
  // as people type it, where a browser has no calendar
  expect(['31/01/2026', '5-2-2026'].map((text) => plainDate.parse(text))).toEqual([
    '2026-01-31',
    '2026-02-05',
  ])
  expect(day.safeParse('2026-02-29').success).toBe(false)
  expect([
    plainDate.parse(' 2028-02-29 '),
    filterSchema(onDay('')).parse('2028-02-29'),
    day.parse('2028-02-29'),
  ]).toEqual(Array(3).fill('2028-02-29'))
})

test('days and months are counted on the calendar', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
  expect(addMonths('2026-01-15', 13)).toBe('2027-02-15')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  expect(startOfMonth('2026-02-17')).toBe('2026-02-01')
  expect(endOfMonth('2026-02-17')).toBe('2026-02-28')
  expect(daysBetween('2026-01-31', '2026-03-01')).toBe(29)
  expect(daysBetween('2026-03-01', '2026-01-31')).toBe(-29)
})

test('read in the language of the page', () => {
  expect(formatDate('2026-01-31', 'en')).toBe('31 Jan 2026')
  expect(formatDate('2026-09-01', 'en')).toBe('1 Sep 2026')
  expect(formatDate('2026-03-31', 'my')).toBe('31 Mac 2026')
  expect(formatDate('2026-08-31', 'my')).toBe('31 Ogo 2026')
  expect(formatMonth('2026-12', 'my')).toBe('Dis 2026')
  expect(formatMonth('2026-12-05', 'en')).toBe('Dec 2026')
})

test.each([
  ['2026-12-04', '2026-12-04', '4 Dec 2026', '4 Dis 2026'],
  ['2026-12-03', '2026-12-04', '3–4 Dec 2026', '3–4 Dis 2026'],
  ['2026-07-31', '2026-08-06', '31 Jul – 6 Aug 2026', '31 Jul – 6 Ogo 2026'],
  ['2025-12-29', '2026-01-04', '29 Dec 2025 – 4 Jan 2026', '29 Dis 2025 – 4 Jan 2026'],
])('from %s to %s', (from, until, en, my) => {
  expect(formatDays(from, until, 'en')).toBe(en)
  expect(formatDays(from, until, 'my')).toBe(my)
})

test('instants are read on a Malaysian clock', () => {
  expect(formatInstant('2026-01-31T16:05:00Z', 'en')).toBe('1 Feb 2026, 12:05 am')
  expect(formatInstant(new Date('2026-05-01T06:30:59Z'), 'my')).toBe('1 Mei 2026, 2.30 petang')
  expect(instantIn('2026-01-31T06:05:00Z')).toBe('2026-01-31 14:05')
})

test.each([
  ['00:05', '12:05 am', '12.05 pagi'],
  ['07:44', '7:44 am', '7.44 pagi'],
  ['11:59', '11:59 am', '11.59 pagi'],
  ['12:00', '12:00 pm', '12.00 tengah hari'],
  ['13:00', '1:00 pm', '1.00 petang'],
  ['18:59', '6:59 pm', '6.59 petang'],
  ['20:15', '8:15 pm', '8.15 malam'],
])('%s is said in the words of each language', (time, english, malay) => {
  expect([formatClock(time, 'en'), formatClock(time, 'my')]).toEqual([english, malay])
})

test.each([
  ['2026-01-01', '2026-01-31', 'Jan 2026', 'Januari 2026'],
  ['2026-12-01', '2026-12-31', 'Dis 2026', 'Disember 2026'],
  ['2026-01-01', '2026-03-31', 'Jan – Mac 2026', 'Jan – Mac 2026'],
  ['2025-12-01', '2026-02-28', 'Dis 2025 – Feb 2026', 'Dis 2025 – Feb 2026'],
])('%s to %s reads %s in Malay, and %s in full', (from, until, short, full) => {
  expect(formatPeriod(from, until, 'my')).toBe(short)
  expect(formatMonths(from, until, 'my')).toBe(full)
})

test.each([
  ['15:00', '16:30', '3:00–4:30 pm', '3.00–4.30 petang'],
  ['11:30:00', '13:00:00', '11:30 am–1:00 pm', '11.30 pagi–1.00 petang'],
  ['18:30', '20:00', '6:30–8:00 pm', '6.30 petang–8.00 malam'],
])('from %s to %s says a half of the day once', (from, to, english, malay) => {
  expect([formatClocks(from, to, 'en'), formatClocks(from, to, 'my')]).toEqual([english, malay])
})
