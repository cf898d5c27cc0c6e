import type { Locale } from '#app/i18n/locales.ts'
import { formatDate, formatInstant, formatMonth, isPlainDate } from './dates.ts'

type Value = string | number

/** The values of a refusal as people read them: days, months and instants in the reader's language. */
export function spokenValues(values: Record<string, Value>, locale: Locale): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, spoken(value, locale)]))
}

function spoken(value: Value, locale: Locale): Value {
  if (typeof value !== 'string') return value
  if (isPlainDate(value)) return formatDate(value, locale)
  if (isMonth(value)) return formatMonth(value, locale)
  return isInstant.test(value) ? formatInstant(value, locale) : value
}

const isMonth = (text: string) => text.length === 7 && isPlainDate(`${text}-01`)
const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
