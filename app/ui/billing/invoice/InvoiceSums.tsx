import { useTranslation } from 'react-i18next'
import {
  betweenTotalAndBalance,
  type InvoiceSums as Known,
} from '#app/domain/billing/invoices/invoice-sums.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { type Sum, Sums } from '#app/ui/core/page/Facts.tsx'

interface InvoiceSumsProps {
  sums: Known
  /** Rows above the total: lines, sub-total, tax, sponsors. */
  above?: readonly Sum[]
  /** Default: "Total". */
  label?: string
}

/**
 * From the total of an invoice to its balance, the same on its page, its public page and its paper. Rows that are zero
 * are left out; an invoice with nothing off its total ends with the total.
 */
export function InvoiceSums({ sums, above = [], label }: InvoiceSumsProps) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const total = { label: label ?? t('invoice.total_sen'), sen: sums.total_sen }
  const less = betweenTotalAndBalance(sums, { t, locale })
  if (less.length === 0) return <Sums items={above} total={total} />
  return (
    <Sums
      items={[...above, total, ...less]}
      total={{ label: t('invoice.balance_sen'), sen: sums.balance_sen }}
    />
  )
}
