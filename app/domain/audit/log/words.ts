import { secretField } from '#app/domain/core/audit.ts'
import { formatDate, formatInstant, isPlainDate } from '#app/domain/core/dates.ts'
import { formatPercent, formatRinggit } from '#app/domain/core/money.ts'
import type { Locale } from '#app/i18n/locales.ts'

/** In the reader's language; undefined when it has no words for the key. */
export type Lookup = (key: string, values?: Record<string, string | number>) => string | undefined

/** Each value in lines, none when there is nothing to show. */
interface ChangedField {
  key: string
  label: string
  before: string[]
  after: string[]
}

export type Fields = Record<string, unknown> | null

export function changedFields(
  type: string,
  before: Fields,
  after: Fields,
  lookup: Lookup,
  locale: Locale,
): ChangedField[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const words = { type, lookup, locale }
  return keys
    .filter((key) => !isUnchanged(before?.[key], after?.[key]))
    .map((key) => ({
      key,
      label: labelOf(type, key, lookup),
      before: valueLines(key, before?.[key], words),
      after: valueLines(key, after?.[key], words),
    }))
}

/** What is the same on both sides only says what the entry is about. */
const isUnchanged = (before: unknown, after: unknown) =>
  before !== undefined && JSON.stringify(before) === JSON.stringify(after)

/** The noun's own word for a field, one that all nouns share, or what the field itself says. */
function labelOf(type: string, key: string, lookup: Lookup): string {
  return (
    lookup(`audit.fields.${key}`) ??
    lookup(`${saidOf(type)}.${key}`) ??
    lookup(`common.field.${key}`) ??
    sentenceCase(key.replace(/_(sen|on|at|id|ids|bp)$/, ''))
  )
}

/** The file with a noun's own words, where it is not called as its table. */
const saidOf = (type: string) => (type === 'entity_registration' ? 'registration' : type)

const sentenceCase = (key: string) => {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface Words {
  type: string
  lookup: Lookup
  locale: Locale
}

function valueLines(key: string, value: unknown, words: Words): string[] {
  const { lookup, locale } = words
  if (value === null || value === undefined || value === '') return []
  if (secretField.test(key)) return [lookup('audit.hidden') ?? '']
  if (typeof value === 'boolean') return [lookup(value ? 'common.yes' : 'common.no') ?? String(value)]
  if (Array.isArray(value)) return listed(key, value, words)
  if (typeof value === 'object') return fieldsOf(value as Record<string, unknown>, words)
  if (typeof value === 'number')
    return [(key === 'weekday' && lookup(`common.weekdays.${value}`)) || figure(key, value)]
  const text = String(value)
  if (/_on$/.test(key) && isPlainDate(text)) return [formatDate(text, locale)]
  if (/_at$/.test(key) && !Number.isNaN(Date.parse(text))) return [formatInstant(text, locale)]
  return [wordOf(key, text, words)]
}

function figure(key: string, value: number): string {
  if (/_sen$/.test(key)) return formatRinggit(value)
  if (/_bp$/.test(key)) return formatPercent(value)
  if (/_hundredths$/.test(key)) return String(value / 100)
  return String(value)
}

/** A code by its word, such as a status; any other text as it is. */
function wordOf(key: string, text: string, { type, lookup }: Words): string {
  if (!/^[a-z][a-z0-9_-]{0,40}$/.test(text)) return text
  const groups = [`audit.values.${key}`, `${type}.${key}s`, `${type}.${key}es`]
  if (/(^|_)(status|state)$/.test(key)) groups.push('common.status')
  if (key === 'organisation_type') groups.push('entity.types')
  if (key === 'method') groups.push('payment.methods')
  if (/^roles?$/.test(key)) groups.push('common.role')
  for (const group of groups) {
    const word = lookup(`${group}.${text}`)
    if (word) return word
  }
  return text
}

/** Short things in one line, one below the other what has parts of its own. */
function listed(key: string, values: unknown[], words: Words): string[] {
  if (values.some((value) => value !== null && typeof value === 'object'))
    return values.flatMap((value) => valueLines(key, value, words))
  const texts = values.flatMap((value) => valueLines(key, value, words))
  return texts.length > 0 ? [texts.join(', ')] : []
}

function fieldsOf(object: Record<string, unknown>, words: Words): string[] {
  const parts = Object.entries(object).flatMap(([key, value]) => {
    const text = valueLines(key, value, words).join(', ')
    return text ? [`${labelOf(words.type, key, words.lookup)}: ${text}`] : []
  })
  return parts.length > 0 ? [parts.join(' · ')] : []
}
