import { formatDate, formatMonth, isPlainDate } from '#app/domain/core/dates.ts'
import type { Locale } from './locales.ts'

/** What a sentence is asked for with: a value for each placeholder, `count` for its plural, what to say without one. */
export type Values = Record<string, unknown>

const placeholder = /\{\{\s*(\w+)\s*\}\}/g

/**
 * A sentence with its placeholders filled in. What is filled in is text and not looked at again, but for `month`,
 * `date` and `until`: a plain one, as refusals carry it past whoever knows the language, is said as people read it.
 */
export function filled(sentence: string, values: Values, locale: Locale): string {
  if (!sentence.includes('{{')) return sentence
  return sentence.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? said(name, String(values[name] ?? ''), locale) : whole,
  )
}

function said(name: string, value: string, locale: Locale): string {
  if ((name === 'date' || name === 'until') && isPlainDate(value)) return formatDate(value, locale)
  return name === 'month' && isPlainDate(`${value}-01`) ? formatMonth(value, locale) : value
}

/** Whether a sentence is asked for with something that only i18next understands. */
export function asksMore(values: Values | undefined): boolean {
  for (const name in values) if (options.has(name)) return true
  return false
}

/** Its options, without those that we heed ourselves. */
const options: ReadonlySet<string> = new Set([
  'context',
  'ordinal',
  'replace',
  'interpolation',
  'skipInterpolation',
  'postProcess',
  'returnObjects',
  'returnDetails',
  'joinArrays',
  'lng',
  'lngs',
  'fallbackLng',
  'ns',
  'keyPrefix',
  'keySeparator',
  'nsSeparator',
])
