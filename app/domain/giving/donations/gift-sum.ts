import { Refusal } from '#app/domain/core/refusal.ts'
import { fitrah } from './giving.ts'

interface Typed {
  suggested?: number | undefined
  amount?: number | undefined
  persons?: number | undefined
}

/**
 * What is given, in sen. Of zakat fitrah the rate for each person, else what was typed or chosen. Refuses (input.required, at
 * the field) where nothing was.
 */
export function giftSum(
  { suggested, amount, persons }: Typed,
  { rate_sen }: { rate_sen: number | null },
): { amount_sen: number; persons: number | null; field: 'amount' | 'persons' } {
  if (rate_sen !== null) {
    if (persons === undefined) throw new Refusal('input.required', 'persons')
    return { amount_sen: fitrah(rate_sen, persons), persons, field: 'persons' }
  }
  const amount_sen = amount ?? suggested
  if (amount_sen === undefined) throw new Refusal('input.required', 'amount')
  return { amount_sen, persons: null, field: 'amount' }
}
