import type { TFunction } from 'i18next'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { formatClock, formatDate, formatInstant, formatMonth, instantIn } from '#app/domain/core/dates.ts'
import { type TitleFacts, titleOfSeveral } from '#app/domain/core/invoicing/title.ts'
import { formatPercent, formatRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { type Lesson, weekWords } from '#app/domain/core/schedule.ts'
import type { Locale } from '#app/i18n/locales.ts'

type Kind =
  | 'text'
  | 'number'
  | 'phone'
  | 'email'
  | 'money'
  | 'amount'
  | 'month'
  | 'date'
  | 'instant'
  | 'count'
  | 'status'
  | 'percent'
  | 'week'
  | 'title'
  | 'clock'
  | 'duration'
  | 'share'

/** One column of a list, shared by page, print, CSV, XLSX and PDF. Data only, so that a loader may send it. */
export interface Column<Key extends string = string> {
  key: Key
  /** Key of its heading in the language files. */
  label: string
  /** money: sen · amount: sen, without the currency, for tables of many amounts · month: `YYYY-MM` · date: `YYYY-MM-DD` · instant: Date or ISO text · percent: basis points · status: a code ·
   * number: of a document, never broken · phone: E.164 · email: an address, which may break anywhere · week: lessons, or
   * null · title: what an invoice is called after, of one or of several, or a name that stands for it · clock: `14:05` ·
   * duration: minutes · share: so many of so many. Default: text. */
  kind?: Kind | undefined
  /**
   * The value is a code, or a list of codes, whose word is `<words>.<value>` in the language files; statuses have
   * `common.status`.
   */
  words?: string | undefined
  /** Key of what is said where there is no value. */
  none?: string | undefined
  /** Its cell may take several lines: it says more than the value there, or the value is longer than a table has room for. */
  lines?: true | undefined
  /** Has a sum in the totals row. */
  total?: true | undefined
  /** The list may be ordered by it. */
  sort?: true | undefined
  /**
   * How much room it is given. On a narrow screen each row is a card of two lines: `who` is in the first, `much`
   * opposite; what says nothing in the second. `table` is not on a card, `card` only there and from 1280 px, `wide` from
   * 1280 px, `widest` from 1440 px; the page of the row shows them all. `until` is a last day: on a card a dash joins it to the
   * first day before it. `below`: on paper it is in the second line of its row, even where the table has room.
   */
  room?: 'who' | 'much' | 'table' | 'card' | 'wide' | 'widest' | 'until' | 'below' | undefined
  /** Only in print and files. */
  only?: 'file' | undefined
}

/** Columns of one kind of row; a key that the row does not have does not compile. */
export function columnsOf<Row>() {
  return <const Columns extends readonly Column<keyof Row & string>[]>(...columns: Columns) => columns
}

/** True when the column holds figures, which are aligned right. */
export function isNumeric({ kind }: Pick<Column, 'kind'>): boolean {
  return kind === 'money' || kind === 'amount' || kind === 'count' || kind === 'percent'
}

type CellFormat = Pick<Column, 'kind' | 'words' | 'none'>

/** A cell as people read it, on screen and on paper. Nothing to show is an empty text, or the column's word for it. */
export function formatCell(column: CellFormat, value: unknown, locale: Locale, t: TFunction): string {
  if (isMissing(value)) return wordOfNone(column, t)
  switch (column.kind) {
    case 'money':
      return formatRinggit(Number(value))
    case 'amount':
      return formatRinggit(Number(value)).replace('RM', '')
    case 'count':
      return formatCount(Number(value))
    case 'phone':
      return formatPhone(String(value))
    case 'percent':
      return formatPercent(Number(value))
    case 'month':
      return formatMonth(String(value), locale)
    case 'date':
      return formatDate(String(value), locale)
    case 'instant':
      return formatInstant(value as Date | string, locale)
    case 'week':
      return weekWords(value as Lesson[], t, locale)
    case 'title':
      return titleWords(value as Titled, { t, locale })
    case 'clock':
      return formatClock(String(value).slice(0, 5), locale)
    case 'duration':
      return formatDuration(Number(value), t)
    case 'share':
      return formatShare(value as Share)
    default:
      return wordOf(column, value, t)
  }
}

/** Minutes as people say them, with no break within: `90` → `1 h 30 min`, in Malay `1 jam 30 min`. */
export function formatDuration(minutes: number, t: TFunction): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [
    hours > 0 && t('common.duration.hours', { hours: formatCount(hours) }),
    (rest > 0 || hours === 0) && t('common.duration.minutes', { minutes: rest }),
  ]
  return parts.filter(Boolean).join(' ')
}

/** Minutes as a spreadsheet reads hours: `90` → `1:30`. */
function plainDuration(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** So many of so many, and the percentage in basis points. */
export interface Share {
  part: number
  whole: number
  rate_bp: number | null
}

/** `17/18 (94.44%)`; the percentage as all are written. */
const formatShare = ({ part, whole, rate_bp }: Share): string =>
  rate_bp === null ? `${part}/${whole}` : `${part}/${whole} (${formatPercent(rate_bp)})`

/** A number of things as people read it: `12,345`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A cell for a file that a spreadsheet opens: `1234.50`, `2026-01-31`, `2026-01-31 14:05`; codes as words. */
export function exportCell(column: CellFormat, value: unknown, locale: Locale, t: TFunction): string {
  if (isMissing(value)) return wordOfNone(column, t)
  switch (column.kind) {
    case 'money':
    case 'amount':
    case 'percent':
      return plainRinggit(Number(value))
    case 'instant':
      return instantIn(value as Date | string)
    // As people write it: a spreadsheet would take `+60…` for a sum.
    case 'phone':
      return formatPhone(String(value))
    case 'count':
    case 'month':
    case 'date':
      return String(value)
    case 'week':
      return weekWords(value as Lesson[], t, null, { rooms: true })
    case 'title':
      return titleWords(value as Titled, { t, locale })
    case 'clock':
      return String(value).slice(0, 5)
    case 'duration':
      return plainDuration(Number(value))
    case 'share':
      return formatShare(value as Share)
    default:
      return wordOf(column, value, t)
  }
}

/** The invoices that a cell is about, or the name of something else that is billed or paid. */
export type Titled = TitleFacts | TitleFacts[] | InBoth | string

/** A text that was written in one language or both. */
export interface InBoth {
  en: string | null
  my: string | null
}

/** It in a language, or else in the other. */
export const inLanguage = ({ en, my }: InBoth, locale: Locale): string =>
  (locale === 'my' ? my || en : en || my) ?? ''

function titleWords(value: Titled, reading: { t: TFunction; locale: Locale }): string {
  if (typeof value === 'string') return value
  if ('my' in value) return inLanguage(value, reading.locale)
  return titleOfSeveral(Array.isArray(value) ? value : [value], reading)
}

const wordOfNone = ({ none }: CellFormat, t: TFunction) => (none ? t(none) : '')

function wordOf({ kind, words }: CellFormat, value: unknown, t: TFunction): string {
  const group = words ?? (kind === 'status' ? 'common.status' : undefined)
  const word = (code: unknown) => (group ? t(`${group}.${code}`) : String(code))
  return Array.isArray(value) ? value.map(word).join(', ') : word(value)
}

function isMissing(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === ''
}
