import { formatDate } from '#app/domain/core/dates.ts'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { limitFacts } from '#app/domain/giving/donations/type-amounts.ts'
import type { Locale } from '#app/i18n/locales.ts'

interface Described {
  description: string | null
  suggested_sen: number[]
  min_sen: number | null
  max_sen: number | null
  target_sen: number | null
  opens_on: string | null
  closes_on: string | null
  tax_approval_no: string | null
  tax_from: string | null
  tax_to: string | null
}

/** What infaq is collected for, besides its code and name. */
export function infaqTypeFacts(row: Described, t: Words, locale: Locale): PlainFact[] {
  const day = (on: string | null) => on && formatDate(on, locale)
  return [
    { label: t('infaq_type.suggested_sen'), value: row.suggested_sen.map(formatRinggit).join(', ') || null },
    { label: t('infaq_type.target_sen'), value: row.target_sen && formatRinggit(row.target_sen) },
    ...limitFacts(row, t),
    { label: t('infaq_type.opens_on'), value: day(row.opens_on) },
    { label: t('infaq_type.closes_on'), value: day(row.closes_on) },
    { label: t('infaq_type.tax_approval_no'), value: row.tax_approval_no },
    { label: t('infaq_type.tax_from'), value: day(row.tax_from) },
    { label: t('infaq_type.tax_to'), value: day(row.tax_to) },
    { label: t('infaq_type.description'), value: row.description, wide: true },
  ]
}
