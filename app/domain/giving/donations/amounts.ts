import { z } from 'zod'
import { parseRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { giftLimits } from './giving.ts'

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
