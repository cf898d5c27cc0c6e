import {
  addDays,
  addMonths,
  daysBetween,
  endOfMonth,
  formatDate,
  formatMonth,
  isPlainDate,
  startOfMonth,
} from '#app/domain/core/dates.ts'
import { invalidDays } from '#app/domain/core/lists/filters.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { AnyReport } from './report.ts'

/** Periods that are worked out from the day on which a report is read. */
export const periodNames = [
  'today',
  'this_month',
  'last_month',
  'end_of_last_month',
  'this_year',
  'last_year',
  'academic_year',
  'last_academic_year',
] as const
export type PeriodName = (typeof periodNames)[number]

/** The periods that make sense for each kind of report, in the order of the shortcuts. */
const offered: Readonly<Record<NonNullable<AnyReport['period']>, readonly PeriodName[]>> = {
  span: ['this_month', 'last_month', 'this_year', 'last_year', 'academic_year', 'last_academic_year'],
  year: ['this_year', 'last_year'],
  month: ['this_month', 'last_month'],
  day: ['today', 'end_of_last_month'],
}

/** Values of the filters of a report that choose a period. */
export type PeriodSearch = Readonly<Record<string, string>>

/** From when periods are worked out. */
export interface Calendar {
  /** `YYYY-MM-DD` */
  today: string
  /** First month of the organisation's academic year, 1 to 12. */
  startMonth: number
}

/** The calendar of a day for years, months and days, which begin at the same time everywhere. */
export const presentOn = (today: string): Calendar => ({ today, startMonth: 1 })

type Framed = Pick<AnyReport, 'list' | 'period'>

/** The filters of a span, of a list that has them: the first day that another filter ends. */
function spanFilters({ list }: Framed): { from: string; to: string } | undefined {
  for (const [name, filter] of Object.entries(list.filters))
    if (filter.kind === 'day' && filter.until) return { from: name, to: filter.until }
  return undefined
}

/** The names of the filters that choose the period of a report. */
export function periodFilters(report: Framed): readonly string[] {
  switch (report.period) {
    case undefined:
      return []
    case 'span': {
      const span = spanFilters(report)
      return span ? [span.from, span.to] : []
    }
    case 'day':
      return 'on' in report.list.filters ? ['on'] : []
    default:
      return ['year', 'month'].filter(
        (name) =>
          name in report.list.filters &&
          (name === 'month' || report.period === 'year' || monthHasYear(report)),
      )
  }
}

/** Whether the month of a report is chosen by two filters, one for the year. */
const monthHasYear = ({ list }: Framed) => 'year' in list.filters

/** The periods of a report that its filters can choose, each with the values that do. */
export function periodsOf(report: Framed, calendar: Calendar): { name: PeriodName; search: PeriodSearch }[] {
  if (!report.period) return []
  return offered[report.period].flatMap((name) => {
    const search = searchOfPeriod(report, name, calendar)
    return search ? [{ name, search }] : []
  })
}

/** The values that choose a period; undefined where the filters of the report cannot. */
export function searchOfPeriod(
  report: Framed,
  name: PeriodName,
  calendar: Calendar,
): PeriodSearch | undefined {
  const { from, to } = daysOf(name, calendar)
  switch (report.period) {
    case undefined:
      return undefined
    case 'span': {
      const span = spanFilters(report)
      return span && fitting(report, [{ [span.from]: from, [span.to]: to }])
    }
    case 'year':
      return fitting(report, [{ year: from.slice(0, 4) }])
    case 'month':
      return monthSearch(report, from)
    case 'day':
      return fitting(report, [{ on: to }])
  }
}

/** A month as the filters of the report write it. */
function monthSearch(report: Framed, on: string): PeriodSearch | undefined {
  const [year, month] = [on.slice(0, 4), on.slice(5, 7)]
  const separate = monthHasYear(report)
    ? [month, String(Number(month))].map((one) => ({ year, month: one }))
    : []
  return fitting(report, [{ month: on.slice(0, 7) }, { month: startOfMonth(on) }, ...separate])
}

/** The first of some values that the filters of the report take. */
function fitting({ list }: Framed, candidates: readonly PeriodSearch[]): PeriodSearch | undefined {
  return candidates.find((candidate) => {
    const parsed = list.search.parse(candidate) as unknown as Readonly<Record<string, unknown>>
    return Object.entries(candidate).every(([name, value]) => parsed[name] === value)
  })
}

/** The first and the last day of a period. */
function daysOf(name: PeriodName, { today, startMonth }: Calendar): { from: string; to: string } {
  const month = startOfMonth(today)
  const year = Number(today.slice(0, 4))
  const begun = Number(today.slice(5, 7)) >= startMonth ? year : year - 1
  const academic = (first: number) => {
    const from = `${first}-${String(startMonth).padStart(2, '0')}-01`
    return { from, to: addDays(addMonths(from, 12), -1) }
  }
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'this_month':
      return { from: month, to: endOfMonth(today) }
    case 'last_month':
      return { from: addMonths(month, -1), to: addDays(month, -1) }
    case 'end_of_last_month':
      return { from: addDays(month, -1), to: addDays(month, -1) }
    case 'this_year':
      return { from: `${year}-01-01`, to: `${year}-12-31` }
    case 'last_year':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
    case 'academic_year':
      return academic(begun)
    case 'last_academic_year':
      return academic(begun - 1)
  }
}

/** Which of the periods a search chooses; undefined for days of its own, and for none. */
export function periodNamed(report: Framed, search: object, calendar: Calendar): PeriodName | undefined {
  const values = search as Readonly<Record<string, unknown>>
  return periodsOf(report, calendar).find((one) =>
    Object.entries(one.search).every(([name, value]) => values[name] === value),
  )?.name
}

/**
 * The period in which a report opens: of a report by year, month or day always the present one, so that its figures, its files
 * and what they are compared with are of the same period. Nothing for a span, which may be of all time.
 */
export function openingPeriod(report: Framed, calendar: Calendar): PeriodSearch {
  const name = { year: 'this_year', month: 'this_month', day: 'today' } as const
  if (!report.period || report.period === 'span') return {}
  return searchOfPeriod(report, name[report.period], calendar) ?? {}
}

/**
 * Writes the period in which a report opens into an address that chooses none, so that its page, its print and its files are of
 * the same period. The parts that are named stay: a year without a month has the present month.
 */
export function choosePeriod(report: Framed, asked: URLSearchParams, calendar: Calendar): void {
  const given = Object.fromEntries(asked)
  const parsed = report.list.search.parse(given) as unknown as Record<string, unknown>
  // A day that does not exist stays: the page says so at its field.
  const wrong = invalidDays(report.list.filters, given)
  for (const [name, value] of Object.entries(openingPeriod(report, calendar)))
    if (!parsed[name] && !wrong[name]) asked.set(name, value)
}

/** The days that a search is about, both included; undefined for all time, and for a span that is open at one end. */
export function daysOfSearch(report: Framed, search: object): { from: string; to: string } | undefined {
  const values = search as Readonly<Record<string, unknown>>
  const text = (name: string) => (typeof values[name] === 'string' ? (values[name] as string) : '')
  switch (report.period) {
    case undefined:
      return undefined
    case 'span': {
      const span = spanFilters(report)
      const [from, to] = span ? [text(span.from), text(span.to)] : ['', '']
      return isPlainDate(from) && isPlainDate(to) && from <= to ? { from, to } : undefined
    }
    case 'year': {
      const year = text('year')
      return /^\d{4}$/.test(year) ? { from: `${year}-01-01`, to: `${year}-12-31` } : undefined
    }
    case 'month': {
      const given = text('month')
      const month = /^\d{1,2}$/.test(given) ? `${text('year')}-${given.padStart(2, '0')}` : given.slice(0, 7)
      const from = `${month}-01`
      return isPlainDate(from) ? { from, to: endOfMonth(from) } : undefined
    }
    case 'day':
      return isPlainDate(text('on')) ? { from: text('on'), to: text('on') } : undefined
  }
}

/**
 * The values that choose the period before that of a search, of equal kind: whole months before whole months, as many days
 * before days, the end of a month before the end of a month. Undefined where there is none to choose.
 */
export function periodBefore(report: Framed, search: object): PeriodSearch | undefined {
  const days = daysOfSearch(report, search)
  if (!days) return undefined
  const { from, to } = days
  switch (report.period) {
    case undefined:
      return undefined
    case 'span': {
      const span = spanFilters(report)!
      const isMonths = from === startOfMonth(from) && to === endOfMonth(to)
      const first = isMonths
        ? addMonths(from, -monthsIn(from, to))
        : addDays(from, -(daysBetween(from, to) + 1))
      return { [span.from]: first, [span.to]: addDays(from, -1) }
    }
    case 'year':
      return fitting(report, [{ year: String(Number(from.slice(0, 4)) - 1) }])
    case 'month':
      return monthSearch(report, addMonths(from, -1))
    case 'day':
      return { on: to === endOfMonth(to) ? addDays(startOfMonth(to), -1) : addDays(to, -1) }
  }
}

const monthsIn = (from: string, to: string) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7)) +
  1

/** The period of a search in words; undefined for all time. */
export function periodWords(report: Framed, search: object, locale: Locale): string | undefined {
  const days = daysOfSearch(report, search)
  if (!days) return undefined
  const { from, to } = days
  if (from === to) return formatDate(from, locale)
  if (from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`) return from.slice(0, 4)
  if (from === startOfMonth(from) && to === endOfMonth(from)) return formatMonth(from.slice(0, 7), locale)
  return `${formatDate(from, locale)} – ${formatDate(to, locale)}`
}
