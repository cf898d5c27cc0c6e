import type { TFunction } from 'i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { Fact } from '#app/ui/core/page/Facts.tsx'

interface Payout {
  payout_on: string
  period_start: string
  period_end: string
  bank_name: string | null
  account_name: string | null
  account_number: string | null
  bank_reference: string | null
  paid_on: string | null
}

/** When a payout is due and of which days it is, where it goes, and once it is paid what the bank says. */
export function payoutFacts(row: Payout, t: TFunction, locale: Locale): (Fact | false)[] {
  return [
    { label: t('payout.payout_on'), value: formatDate(row.payout_on, locale) },
    {
      label: t('payout.period'),
      value: `${formatDate(row.period_start, locale)} – ${formatDate(row.period_end, locale)}`,
    },
    { label: t('payout.bank_name'), value: row.bank_name },
    { label: t('payout.account_name'), value: row.account_name },
    { label: t('payout.account_number'), value: row.account_number },
    row.bank_reference !== null && { label: t('payout.bank_reference'), value: row.bank_reference },
    row.paid_on !== null && { label: t('payout.paid_on'), value: formatDate(row.paid_on, locale) },
  ]
}
