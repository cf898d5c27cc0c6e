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

/** RM100,000,000.00 */
const largestTarget = 10_000_000_000

/** New and edit. An emptied field is written as empty; an approval needs its days, and days an approval. */
export const infaqTypeForm = z
  .object({
    code,
    name: text({ min: 2, max: 100 }),
    description: lines(1_000).optional(),
    suggested_sen: suggestedAmounts,
    ...limitFields,
    target_sen: ringgit({ min: 100, max: largestTarget }).optional(),
    opens_on: plainDate.optional(),
    closes_on: plainDate.optional(),
    tax_approval_no: text({ max: 50 }).optional(),
    tax_from: plainDate.optional(),
    tax_to: plainDate.optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine(({ opens_on, closes_on, tax_approval_no, tax_from, tax_to, ...amounts }, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    for (const { field, code } of limitProblems(amounts)) say(field, code)
    if (opens_on && closes_on && closes_on < opens_on) say('closes_on', 'donation.ends_before_start')
    const approval = { tax_approval_no, tax_from, tax_to }
    if (Object.values(approval).some(Boolean))
      for (const [field, value] of Object.entries(approval)) if (!value) say(field, 'input.required')
    if (tax_from && tax_to && tax_to < tax_from) say('tax_to', 'donation.ends_before_start')
  })
