import { clockWords, fullMonthNames, type Locale, monthNames } from '#app/i18n/locales.ts'

const TIME_ZONE = 'Asia/Kuala_Lumpur'
/** Its clock has been eight hours ahead of UTC since 1982, all year; every request asks what day it is. */
const AHEAD_MS = 8 * 3_600_000

/** The plain date in Malaysia at an instant (of our times, not before 1982): `2026-01-31`. */
export function todayIn(now: Date): string {
  return plain(new Date(now.getTime() + AHEAD_MS))
}

/** An instant on a Malaysian clock for files and inputs: `2026-01-31 14:05`. Swedish writes dates the ISO way. */
export function instantIn(at: Date | string): string {
  return SORTABLE.format(new Date(at))
}

const SORTABLE = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
})

export function isPlainDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const year = Number(text.slice(0, 4))
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8))
  // Most days need no calendar; a list asks this for every date that it shows.
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= daysOf(year, month))
}

/** Whether a page of a calendar can be of that day: the pages before and after it have days as well. */
export const isPageDay = (text: string): boolean => isPlainDate(text) && text >= '1900' && text < '3000'

/** `31/1/2026`, as people type it where the browser has no calendar, as `YYYY-MM-DD`; any other text as it is. */
export function fromTyped(text: string): string {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  return day && month ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
}

function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

export function addDays(on: string, days: number): string {
  const date = dayOf(on)
  date.setUTCDate(date.getUTCDate() + days)
  return plain(date)
}

/** The same day `months` later, or the last day of that month if it has no such day: 31 Jan + 1 → 28 Feb. */
export function addMonths(on: string, months: number): string {
  const date = dayOf(on)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = endOfMonth(plain(date))
  return day < Number(last.slice(8)) ? `${last.slice(0, 8)}${String(day).padStart(2, '0')}` : last
}

export function startOfMonth(on: string): string {
  return `${checked(on).slice(0, 8)}01`
}

export function endOfMonth(on: string): string {
  const [year, month] = checked(on).split('-').map(Number) as [number, number]
  return `${on.slice(0, 8)}${daysOf(year, month)}`
}

export function daysBetween(from: string, to: string): number {
  return (dayOf(to).getTime() - dayOf(from).getTime()) / 86_400_000
}

/** `31 Jan 2026`, in Malay `31 Mac 2026`. */
export function formatDate(on: string, locale: Locale): string {
  return `${Number(checked(on).slice(8))} ${monthName(on, locale)} ${on.slice(0, 4)}`
}

/** `Jan 2026`, of a plain date or `YYYY-MM`. */
export function formatMonth(on: string, locale: Locale): string {
  const first = on.length === 7 ? `${on}-01` : on
  return `${monthName(checked(first), locale)} ${on.slice(0, 4)}`
}

/** A month in full: `December 2026`; several short: `Jan – Mar 2026`, `Sep 2026 – Feb 2027`. */
export function formatMonths(from: string, until: string, locale: Locale): string {
  if (from.slice(0, 7) !== until.slice(0, 7)) return formatPeriod(from, until, locale)
  return `${fullMonthNames(locale)[Number(checked(from).slice(5, 7)) - 1]!} ${from.slice(0, 4)}`
}

/** From one day to another, by its months: `Jan 2026`, `Jan – Mar 2026`, `Sep 2026 – Feb 2027`. */
export function formatPeriod(from: string, until: string, locale: Locale): string {
  const last = formatMonth(until, locale)
  if (from.slice(0, 7) === until.slice(0, 7)) return last
  const isOneYear = from.slice(0, 4) === until.slice(0, 4)
  return `${isOneYear ? monthName(checked(from), locale) : formatMonth(from, locale)} – ${last}`
}

/** From one day to another, what they share said once: `4 Dec 2026`, `3–4 Dec 2026`, `30 Nov – 6 Dec 2026`. */
export function formatDays(from: string, until: string, locale: Locale): string {
  const last = formatDate(until, locale)
  if (from === until) return last
  if (from.slice(0, 7) === until.slice(0, 7)) return `${Number(checked(from).slice(8))}–${last}`
  const first = formatDate(from, locale)
  return `${from.slice(0, 4) === until.slice(0, 4) ? first.slice(0, -5) : first} – ${last}`
}

/** On a Malaysian clock: `31 Jan 2026, 2:05 pm`, in Malay `31 Jan 2026, 2.05 petang`. */
export function formatInstant(at: Date | string, locale: Locale): string {
  const [on, time] = instantIn(at).split(' ') as [string, string]
  return `${formatDate(on, locale)}, ${formatClock(time, locale)}`
}

/** On a Malaysian clock: `2:05 pm`, in Malay `2.05 petang`. */
export function formatTime(at: Date | string, locale: Locale): string {
  return formatClock(instantIn(at).split(' ')[1]!, locale)
}

/** The same of a time of day, `14:05`. Every time that people read is written here; files keep `14:05`. */
export function formatClock(time: string, locale: Locale): string {
  return clockWords(time, locale)
}

/** From one time of day to another, each half of the day said once: `3:00–4:30 pm`, `11:30 am–1:00 pm`; takes `HH:MM[:SS]`. */
export function formatClocks(from: string, to: string, locale: Locale): string {
  const [starts, ends] = [formatClock(from.slice(0, 5), locale), formatClock(to.slice(0, 5), locale)]
  const [clock, half] = starts.split(/ (.*)/)
  return `${half && ends.endsWith(` ${half}`) ? clock : starts}–${ends}`
}

function monthName(on: string, locale: Locale): string {
  return monthNames(locale)[Number(on.slice(5, 7)) - 1]!
}

function dayOf(on: string): Date {
  return new Date(`${checked(on)}T00:00:00Z`)
}

function checked(on: string): string {
  if (!isPlainDate(on)) throw new RangeError(`not a plain date: ${on}`)
  return on
}

function plain(date: Date): string {
  return date.toISOString().slice(0, 10)
}
