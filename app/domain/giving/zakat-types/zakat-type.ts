import { z } from 'zod'
import { formatDate } from '#app/domain/core/dates.ts'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { code, lines, plainDate, text, version } from '#app/domain/core/fields.ts'
import { formatRinggit, ringgit } from '#app/domain/core/money.ts'
import {
  limitFacts,
  limitFields,
  limitProblems,
  suggestedAmounts,
} from '#app/domain/giving/donations/type-amounts.ts'
import type { Locale } from '#app/i18n/locales.ts'

interface Described {
  description: string | null
  suggested_sen: number[]
  min_sen: number | null
  max_sen: number | null
  rate_sen: number | null
  opens_on: string | null
  closes_on: string | null
}

/** What a kind of zakat is, besides its code and name. */
export function zakatTypeFacts(row: Described, t: Words, locale: Locale): PlainFact[] {
  const day = (on: string | null) => on && formatDate(on, locale)
  return [
    { label: t('zakat_type.rate_sen'), value: row.rate_sen && formatRinggit(row.rate_sen) },
    { label: t('zakat_type.suggested_sen'), value: row.suggested_sen.map(formatRinggit).join(', ') || null },
    ...limitFacts(row, t),
    { label: t('zakat_type.opens_on'), value: day(row.opens_on) },
    { label: t('zakat_type.closes_on'), value: day(row.closes_on) },
    { label: t('zakat_type.description'), value: row.description, wide: true },
  ]
}

/** New and edit. An emptied field is written as empty. */
export const zakatTypeForm = z
  .object({
    code,
    name: text({ min: 2, max: 100 }),
    description: lines(1_000).optional(),
    suggested_sen: suggestedAmounts,
    ...limitFields,
    rate_sen: ringgit({ min: 100, max: 100_000 }).optional(),
    opens_on: plainDate.optional(),
    closes_on: plainDate.optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .refine(({ opens_on, closes_on }) => !opens_on || !closes_on || opens_on <= closes_on, {
    path: ['closes_on'],
    message: 'donation.ends_before_start',
  })
  .superRefine((typed, context) => {
    for (const { field, code } of limitProblems(typed))
      context.addIssue({ code: 'custom', path: [field], message: code })
  })
