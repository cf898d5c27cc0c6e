/** The two languages of the product, as its files and its cookie name them. */
export const LOCALES = ['en', 'my'] as const
export type Locale = (typeof LOCALES)[number]

const LANGUAGE_TAGS: Record<Locale, string> = { en: 'en-MY', my: 'ms-MY' }

/** The zone in which a day begins and ends for everyone here. */
export const TIME_ZONE = 'Asia/Kuala_Lumpur'

/** The language tag for `lang` and Intl. Our `my` is Malay; to Intl it would be Burmese. */
export function languageTag(locale: Locale): string {
  return LANGUAGE_TAGS[locale]
}

/** The plain date in Malaysia at an instant: `2026-01-31`. */
export function todayIn(now: Date): string {
  return instantIn(now).slice(0, 10)
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

/** True for a date that exists, written `YYYY-MM-DD`. */
export function isPlainDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && plain(date) === text
}

/** The plain date `days` later (or earlier). */
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
  return plain(dayOf(on)).replace(/\d\d$/, '01')
}

export function endOfMonth(on: string): string {
  const date = dayOf(on)
  return plain(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)))
}

/** Whole days from one plain date to another; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (dayOf(to).getTime() - dayOf(from).getTime()) / 86_400_000
}

/** A plain date as people read it: `31 Jan 2026`, in Malay `31 Mac 2026`. */
export function formatDate(on: string, locale: Locale): string {
  const date = dayOf(on)
  return `${date.getUTCDate()} ${monthName(date, locale)} ${date.getUTCFullYear()}`
}

/** The month of a plain date, or of `YYYY-MM`: `Jan 2026`. */
export function formatMonth(on: string, locale: Locale): string {
  const date = dayOf(on.length === 7 ? `${on}-01` : on)
  return `${monthName(date, locale)} ${date.getUTCFullYear()}`
}

/** An instant on a Malaysian clock as people read it: `31 Jan 2026, 14:05`. */
export function formatInstant(at: Date | string, locale: Locale): string {
  const [on, time] = instantIn(at).split(' ') as [string, string]
  return `${formatDate(on, locale)}, ${time}`
}

const MONTHS: Record<Locale, Intl.DateTimeFormat> = { en: monthsOf('en'), my: monthsOf('my') }

function monthsOf(locale: Locale) {
  return new Intl.DateTimeFormat(languageTag(locale), { month: 'short', timeZone: 'UTC' })
}

/** Three letters: English data writes `Sept`, which would not line up under `Aug`. */
function monthName(date: Date, locale: Locale): string {
  return MONTHS[locale].format(date).slice(0, 3)
}

function dayOf(on: string): Date {
  if (!isPlainDate(on)) throw new RangeError(`not a plain date: ${on}`)
  return new Date(`${on}T00:00:00Z`)
}

function plain(date: Date): string {
  return date.toISOString().slice(0, 10)
}
