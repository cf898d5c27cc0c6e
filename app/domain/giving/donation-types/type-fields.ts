import { z } from 'zod'
import { giftLimits } from '#app/domain/accounting/gifts/gift.ts'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { code, lines, plainDate, text, version } from '#app/domain/core/fields.ts'
import { formatRinggit, parseRinggit, plainRinggit, ringgit } from '#app/domain/core/money.ts'
import { translatedFields } from '#app/domain/core/translated.ts'

/** Maximum number of suggested amounts. */
const mostSuggested = 6

/** Suggested amounts typed in one line such as `10, 30, 1,000`; in sen, in their order, without duplicates. */
export const suggestedAmounts = z
  .string()
  .optional()
  .transform((typed, context) => {
    const parts = (typed ?? '')
      .split(/[;\s]+|,\s+|,(?!\d{3}(?:\D|$))/)
      .map((part) => part.trim())
      .filter(Boolean)
    const amounts = parts.map((part) => parseRinggit(part))
    const fits = (sen: number) => sen >= giftLimits.min_sen && sen <= giftLimits.max_sen
    const sen = amounts.flatMap((amount) => ('sen' in amount && fits(amount.sen) ? [amount.sen] : []))
    if (sen.length === parts.length && parts.length <= mostSuggested) return [...new Set(sen)]
    context.addIssue({ code: 'custom', message: 'donation.suggested' })
    return z.NEVER
  })

/** Suggested amounts as their field shows them. */
export const typedSuggestions = (amounts: readonly number[]): string => amounts.map(plainRinggit).join(', ')

const amount = ringgit({ min: giftLimits.min_sen, max: giftLimits.max_sen }).optional()

/** Fields that infaq and zakat types have in common. Without limits of its own a type takes what a bank takes. */
export const typeFields = {
  code,
  name: text({ min: 2, max: 100 }),
  ...translatedFields('name', text({ min: 2, max: 100 })),
  description: lines(1_000).optional(),
  ...translatedFields('description', lines(1_000)),
  suggested_sen: suggestedAmounts,
  min_sen: amount,
  max_sen: amount,
  opens_on: plainDate.optional(),
  closes_on: plainDate.optional(),
  version: version.optional(),
  form_key: z.uuid().optional(),
}

export interface TypeLimits {
  min_sen: number | null
  max_sen: number | null
}

interface TypeInput {
  min_sen?: number | undefined
  max_sen?: number | undefined
  suggested_sen: readonly number[]
  opens_on?: string | undefined
  closes_on?: string | undefined
}

/** Refinement of a type's form: limits that contradict each other or a suggested amount, and an end before the start. */
export function refuseInconsistentType(input: TypeInput, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  for (const { field, code } of limitProblems(input)) refuse(field, code)
  const { opens_on, closes_on } = input
  if (opens_on && closes_on && closes_on < opens_on) refuse('closes_on', 'donation.ends_before_start')
}

/** Why limits are inconsistent: the maximum is below the minimum, or a suggested amount is outside of them. */
export function limitProblems({
  min_sen,
  max_sen,
  suggested_sen,
}: Pick<TypeInput, 'min_sen' | 'max_sen' | 'suggested_sen'>): { field: string; code: string }[] {
  const [least, most] = [min_sen ?? giftLimits.min_sen, max_sen ?? giftLimits.max_sen]
  if (most < least) return [{ field: 'max_sen', code: 'donation.max_below_min' }]
  const outside = suggested_sen.some((sen) => sen < least || sen > most)
  return outside ? [{ field: 'suggested_sen', code: 'donation.suggested_beyond' }] : []
}

/** Whether a donation is below the minimum or above the maximum, with that limit. */
export function beyondLimits(
  amount_sen: number,
  { min_sen, max_sen }: TypeLimits,
): { code: 'donation.below_min' | 'donation.above_max'; amount: string } | undefined {
  if (min_sen !== null && amount_sen < min_sen)
    return { code: 'donation.below_min', amount: formatRinggit(min_sen) }
  if (max_sen !== null && amount_sen > max_sen)
    return { code: 'donation.above_max', amount: formatRinggit(max_sen) }
  return undefined
}

export const limitFacts = ({ min_sen, max_sen }: TypeLimits, t: Words): PlainFact[] => [
  { label: t('donation.min_sen'), value: min_sen && formatRinggit(min_sen) },
  { label: t('donation.max_sen'), value: max_sen && formatRinggit(max_sen) },
]
