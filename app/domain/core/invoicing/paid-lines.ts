import type { TFunction } from 'i18next'
import { sql } from 'kysely'
import type { Locale } from '#app/i18n/locales.ts'
import { lineText, type WrittenLineText } from './line-text.ts'

/** A line as it is listed where its invoice is paid; amounts in sen, before tax. */
export interface PaidLine extends WrittenLineText {
  amount_sen: number
  tax_sen: number
}

/** SQL: the {@link PaidLine}s of `invoice`, in their order. */
export const paidLines = sql<PaidLine[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('description', line.description,
    'description_en', line.description_en, 'description_my', line.description_my, 'period_starts_on', line.period_starts_on,
    'period_ends_on', line.period_ends_on, 'share', line.facts -> 'share', 'amount_sen', line.amount_sen,
    'tax_sen', line.tax_sen) order by line.position), '[]')
  from invoice_item as line where line.invoice_id = invoice.id)`

/** A line of an invoice in the reader's words, in sen. */
export interface BriefLine {
  label: string
  sen: number
}

/**
 * At most so many lines: the first ones, one that adds up the others, and the service tax. Together they are the total of the
 * invoice.
 */
export function linesInBrief(
  lines: readonly PaidLine[],
  most: number,
  { t, locale }: { t: TFunction; locale: Locale },
): BriefLine[] {
  const shown = lines.length > most ? most - 1 : lines.length
  const rest = lines.slice(shown)
  const tax = sumOf(lines, 'tax_sen')
  return [
    ...lines.slice(0, shown).map((line) => ({ label: lineText(line, locale), sen: line.amount_sen })),
    ...(rest.length > 0
      ? [{ label: t('invoice.lines_more', { count: rest.length }), sen: sumOf(rest, 'amount_sen') }]
      : []),
    ...(tax > 0 ? [{ label: t('invoice.tax_total_sen'), sen: tax }] : []),
  ]
}

const sumOf = (lines: readonly PaidLine[], key: 'amount_sen' | 'tax_sen') =>
  lines.reduce((sum, line) => sum + line[key], 0)

/** How many lines of each invoice are listed, of a payment of so many invoices. */
export function linesListed(invoices: number): number {
  if (invoices === 1) return 8
  return invoices > 5 ? 3 : 5
}
