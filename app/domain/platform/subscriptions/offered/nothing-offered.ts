import type { OverLimit } from '#app/domain/core/features/over-limits.ts'

/** Why an organisation has nothing to choose. */
export type NothingOffered =
  | 'none_held'
  | 'none_sold'
  | 'too_small'
  | 'follower_unsold'
  | 'follower_waits'
  | 'not_active'
  | 'none_dearer'
  | 'no_days_left'

interface Held {
  status: string
  yearly_fee_sen: number
  next_package_id: string | null
}
interface Choice {
  id: string
  yearly_fee_sen: number
  over: readonly OverLimit[]
}

const fits = ({ over }: Choice) => over.length === 0

/** For its next years; null where something is offered. */
export function nothingToRenew(held: Held | undefined, offered: readonly Choice[]): NothingOffered | null {
  if (!held) return 'none_held'
  if (offered.some(fits)) return null
  if (offered.length > 0) return 'too_small'
  return held.next_package_id ? 'follower_unsold' : 'none_sold'
}

/**
 * For the rest of the time that is paid for; null where something is offered.
 * @param sold all that cost something, `offered` those of which there is a difference to pay
 */
export function nothingToUpgrade(
  held: Held | undefined,
  sold: readonly Choice[],
  offered: readonly Choice[],
): NothingOffered | null {
  if (!held) return 'none_held'
  if (held.next_package_id) return 'follower_waits'
  if (held.status !== 'active') return 'not_active'
  if (offered.some(fits)) return null
  if (offered.length > 0) return 'too_small'
  if (sold.length === 0) return 'none_sold'
  return sold.some(({ yearly_fee_sen }) => yearly_fee_sen > held.yearly_fee_sen)
    ? 'no_days_left'
    : 'none_dearer'
}
