import type { Kysely } from 'kysely'
import { settings } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'

/** What a sum comes to in cash, in sen, rounded if the organisation rounds cash. */
export async function cashAmount(db: Kysely<DB>, sen: number): Promise<number> {
  const { round_cash } = await settings(db, 'counter')
  return round_cash ? sen + cashRounding(sen) : sen
}

/** Whether cash is a sum as it is rounded. */
export const isRounded = (cash_sen: number, sen: number) => cash_sen === sen + cashRounding(sen)

/** The smallest sum that does not round to 0; the smallest coin is 5 sen. */
export const leastCash = 3

/**
 * Rounding of a cash total in sen, negative when rounded down. Rounding mechanism of Bank Negara Malaysia, for totals paid in
 * cash only: 1, 2, 6 and 7 sen are rounded down, 3, 4, 8 and 9 up.
 */
export function cashRounding(sen: number): number {
  const above = sen % 5
  if (above === 0) return 0
  return above < leastCash ? -above : 5 - above
}
