import type { TFunction } from 'i18next'
import { type RawBuilder, sql } from 'kysely'
import { callName } from '#app/domain/core/contact/call-name.ts'
import { formatMonths, formatPeriod } from '#app/domain/core/dates.ts'
import { maskedName } from '#app/domain/core/mask.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { lineText, type WrittenLineText } from './line-text.ts'

/** What an invoice is called after; {@link titleFacts} reads it. */
export interface TitleFacts {
  /** Whole or masked, as the reader may see it; null where nobody is named. */
  student: string | null
  lines: number
  /** How many of the lines are for one month each, and for any period. */
  monthly: number
  periodic: number
  /** The first and the last day of the monthly lines, or else of all lines with a period. */
  from: string | null
  until: string | null
  /** The first line; null of an invoice without lines. */
  first: WrittenLineText | null
}

const isMonthly = sql`date_trunc('month', line.period_starts_on) = date_trunc('month', line.period_ends_on)`

/** SQL: the {@link TitleFacts} of `invoice`, with the student's whole name. */
export const titleFacts = sql<TitleFacts>`(
  select jsonb_build_object('student', (select name from student where student.id = invoice.student_id),
    'lines', count(*), 'monthly', count(*) filter (where ${isMonthly}), 'periodic', count(line.period_starts_on),
    'from', coalesce(min(line.period_starts_on) filter (where ${isMonthly}), min(line.period_starts_on)),
    'until', coalesce(max(line.period_ends_on) filter (where ${isMonthly}), max(line.period_ends_on)),
    'first', (array_agg(jsonb_build_object(
      'description', case when line.period_starts_on is null and position(fee_type.name in line.description) > 0
        then fee_type.name else line.description end,
      'description_en', case when line.period_starts_on is null and position(fee_type.name in line.description) > 0
        then fee_type.name_en else line.description_en end,
      'description_my', case when line.period_starts_on is null and position(fee_type.name in line.description) > 0
        then fee_type.name_my else line.description_my end,
      'period_starts_on', line.period_starts_on, 'period_ends_on', line.period_ends_on, 'share', line.facts -> 'share')
      order by line.position))[1])
  from invoice_item as line left join fee_type on fee_type.id = line.fee_type_id
  where line.invoice_id = invoice.id)`

/** SQL: the {@link TitleFacts} of the invoices that a payment paid, by their numbers; null where it paid none. */
export const titlesPaid = (payment_id: RawBuilder<unknown>) => sql<TitleFacts[] | null>`(
  select jsonb_agg(${titleFacts} order by invoice.number)
  from payment_allocation join invoice on invoice.id = payment_allocation.invoice_id
  where payment_allocation.payment_id = ${payment_id})`

interface Reading {
  t: TFunction
  locale: Locale
}

/**
 * What an invoice is called: `Alya · fees December 2026`, `Alya · fees Dec 2026 – Jan 2027`, `Alya · Registration fee and 2
 * more`. Where nobody is named (a message about money owed, see {@link withoutName}) it begins with what it is for: `Fees
 * December 2026`. Never empty: an invoice without lines is called an invoice.
 */
export function invoiceTitle(facts: TitleFacts, { t, locale }: Reading): string {
  const { student } = facts
  const words = wordsFor(facts, { t, locale }, student ? 'invoice.title.fees' : 'invoice.title.fees_alone')
  return student ? `${callName(student)} · ${words}` : words
}

/** What an invoice is for, without whom: `fees December 2026`. */
export const invoicePurpose = (facts: TitleFacts, reading: Reading): string =>
  wordsFor(facts, reading, 'invoice.title.fees')

/**
 * For a text message: only the months, `fees Dec 2026`, since what an organisation has named may be long or in signs that
 * make a message dearer; undefined where no month is known.
 */
export function shortPurpose(
  all: readonly Pick<TitleFacts, 'from' | 'until'>[],
  { t, locale }: Reading,
): string | undefined {
  const span = spanOf(all)
  return span && t('invoice.title.fees', { period: formatPeriod(...span, locale) })
}

/** The first and the last day of the months that all of them bill; undefined where one bills something else. */
function spanOf(
  all: readonly Pick<TitleFacts, 'from' | 'until'>[],
): [from: string, until: string] | undefined {
  const months = all.flatMap(({ from, until }) => (from && until ? [{ from, until }] : []))
  if (months.length === 0 || months.length < all.length) return undefined
  const from = months.reduce((first, one) => (one.from < first ? one.from : first), months[0]!.from)
  const until = months.reduce((last, one) => (one.until > last ? one.until : last), months[0]!.until)
  return [from, until]
}

function wordsFor(facts: TitleFacts, { t, locale }: Reading, key: string): string {
  const { lines, monthly, periodic, from, until, first } = facts
  if (!first) return t('invoice.one')
  const named = monthly || (periodic > 1 ? periodic : 0)
  const what =
    named > 0 && from && until
      ? t(key, { period: formatMonths(from, until, locale) })
      : lineText(first, locale)
  const rest = lines - Math.max(1, named)
  return rest > 0 ? t('invoice.title.more', { what, count: rest }) : what
}

/** For a page that anybody with its link can open: the name is masked. */
export const maskedTitle = (facts: TitleFacts): TitleFacts => ({
  ...facts,
  student: facts.student && maskedName(facts.student),
})

/** For a message about money owed, in which no child is ever named. */
export const withoutName = (facts: TitleFacts): TitleFacts => ({ ...facts, student: null })

/** What several invoices are for, without whom, within a sentence: `fees December 2026`, or else `3 invoices`. */
export function purposeOfSeveral(all: readonly TitleFacts[], reading: Reading): string {
  const [first, ...others] = all
  if (first && others.length === 0) return invoicePurpose(first, reading)
  const span = spanOf(all)
  return span
    ? reading.t('invoice.title.fees', { period: formatMonths(...span, reading.locale) })
    : reading.t('dashboard.count_invoices', { count: all.length })
}

/** What a payment of several invoices is called: `Alya, Adam · fees December 2026`, or `… · 3 invoices`; of one its title. */
export function titleOfSeveral(all: readonly TitleFacts[], reading: Reading): string {
  const [first, ...others] = all
  if (!first) return ''
  if (others.length === 0) return invoiceTitle(first, reading)
  const names = [...new Set(all.flatMap(({ student }) => (student ? [callName(student)] : [])))]
  const what = purposeOfSeveral(all, reading)
  if (names.length === 0) return what
  // More names than fit a line are left out, but not how many invoices there are.
  return names.length > 3
    ? reading.t('dashboard.count_invoices', { count: all.length })
    : `${names.join(', ')} · ${what}`
}
