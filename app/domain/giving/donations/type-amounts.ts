import { z } from 'zod'
import { giftLimits } from '#app/domain/accounting/gifts/gift.ts'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { formatRinggit, parseRinggit, plainRinggit, ringgit } from '#app/domain/core/money.ts'

/** Amounts that a page offers at most. */
const mostSuggested = 6

/** Typed in one line, `10, 30, 1,000`; in sen, in their order, each once. None is an empty list. */
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

/** As its field shows it. */
export const typedSuggestions = (amounts: readonly number[]): string => amounts.map(plainRinggit).join(', ')

const amount = ringgit({ min: giftLimits.min_sen, max: giftLimits.max_sen }).optional()

/** What a gift for something is at least and at most, where its organisation says so; else what a bank takes. */
export const limitFields = { min_sen: amount, max_sen: amount }

export interface TypeLimits {
  min_sen: number | null
  max_sen: number | null
}

interface Typed {
  min_sen?: number | undefined
  max_sen?: number | undefined
  suggested_sen: readonly number[]
}

/** What is wrong with limits that were typed: one beyond the other, or an amount that is offered and would be refused. */
export function limitProblems({ min_sen, max_sen, suggested_sen }: Typed): { field: string; code: string }[] {
  const [least, most] = [min_sen ?? giftLimits.min_sen, max_sen ?? giftLimits.max_sen]
  if (most < least) return [{ field: 'max_sen', code: 'donation.max_below_min' }]
  const odd = suggested_sen.some((sen) => sen < least || sen > most)
  return odd ? [{ field: 'suggested_sen', code: 'donation.suggested_beyond' }] : []
}

/** Whether a gift is too small or too large, with the amount that it may be. */
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
