import { z } from 'zod'
import { type Permission, type SessionRole, scopeOf } from '#app/domain/core/access/access.ts'
import { addMonths, daysBetween } from '#app/domain/core/dates.ts'
import type { OverLimit } from '#app/domain/core/features/limits.ts'
import { plainDate, reason, version } from '#app/domain/core/fields.ts'
import { portion } from '#app/domain/core/money.ts'

/** Stages of a subscription. After its last day it passes through the last three, unless it is renewed. */
export const stages = ['trial', 'active', 'grace', 'limited', 'ended'] as const
export type Stage = (typeof stages)[number]

/** Days before the expiry on which a mail is sent; the banner shows from the first one on. */
export const noticeDays = [60, 30, 14, 7, 1, 0] as const
export const firstNotice = noticeDays[0]

/** Days after the expiry: in `grace` everything works, in `limited` staff may only read, then only the owner may. */
export const stageDays = { grace: 14, limited: 44 } as const

/** Permissions that change no data, by the second half of their name. */
const reading =
  /\.(view(_\w+)?|print|history|masked|reveal|paid_flag|year_totals|enquire|enquire_print|classes|counter|figures|family)$/

/** Allowed in every stage: the own account, and renewal. */
const always: readonly Permission[] = ['profile.view', 'profile.edit', 'help.view', 'subscription.renew']

/**
 * Whether a permission is withheld because the subscription is over. Parents keep all of theirs, since they still have to pay
 * and need their receipts. Staff may read and print for a month, then only the owner may.
 */
export function isOver(stage: Stage | null, roles: readonly SessionRole[], permission: Permission): boolean {
  if (stage !== 'limited' && stage !== 'ended') return false
  if (
    always.includes(permission) ||
    scopeOf(
      roles.filter((role) => role === 'parent'),
      permission,
    )
  )
    return false
  if (!reading.test(permission)) return true
  return stage === 'ended' && !roles.includes('superadmin') && permission !== 'dashboard.view'
}

/**
 * The price of a dearer package for the rest of a subscription: the difference of the yearly fees for each whole remaining
 * year, and for the current year in proportion to its days after today. Years are counted back from the last day, so each has
 * its own 365 or 366 days; rounded half up to the sen, once. On the first day of a year it is the whole difference, on the
 * last day nothing.
 */
export function dayShare(difference_sen: number, today: string, expires_on: string): number {
  if (expires_on <= today || difference_sen <= 0) return 0
  let whole = 0
  while (addMonths(expires_on, -12 * (whole + 1)) >= today) whole += 1
  const ends = addMonths(expires_on, -12 * whole)
  const length = daysBetween(addMonths(expires_on, -12 * (whole + 1)), ends)
  return difference_sen * whole + portion(difference_sen, daysBetween(today, ends), length)
}

/**
 * Whether the payment of an invoice changes the subscription. Only one such invoice may be open at a time.
 */
export const movesSubscription = ({ kind }: { kind: string }): boolean =>
  kind === 'renewal' || kind === 'upgrade' || kind === 'registration'

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

interface Current {
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

/** Why there is no package for the next years; null where there is one. */
export function nothingToRenew(
  current: Current | undefined,
  offered: readonly Choice[],
): NothingOffered | null {
  if (!current) return 'none_held'
  if (offered.some(fits)) return null
  if (offered.length > 0) return 'too_small'
  return current.next_package_id ? 'follower_unsold' : 'none_sold'
}

/**
 * Why there is no package to upgrade to; null where there is one.
 * @param sold all packages that are not free; `offered` those with a difference to pay
 */
export function nothingToUpgrade(
  current: Current | undefined,
  sold: readonly Choice[],
  offered: readonly Choice[],
): NothingOffered | null {
  if (!current) return 'none_held'
  if (current.next_package_id) return 'follower_waits'
  if (current.status !== 'active') return 'not_active'
  if (offered.some(fits)) return null
  if (offered.length > 0) return 'too_small'
  if (sold.length === 0) return 'none_sold'
  return sold.some(({ yearly_fee_sen }) => yearly_fee_sen > current.yearly_fee_sen)
    ? 'no_days_left'
    : 'none_dearer'
}

const mostYears = 3
const years = z.coerce.number().int().min(1).max(mostYears)

/** An operator renews the present package. */
export const operatorRenewForm = z.object({ years, version })

export const extendForm = z.object({ expires_on: plainDate, reason, version })

/** Credits to add, or to remove if negative. */
export const creditForm = z.object({
  change: z.coerce
    .number()
    .int()
    .min(-1_000_000)
    .max(1_000_000)
    .refine((change) => change !== 0, 'input.required'),
  reason,
  version,
})

/** What an organisation chooses. */
export const renewForm = z.object({ package_id: z.uuid(), years })
export const upgradeForm = z.object({ package_id: z.uuid() })
/** Choosing a free package for after the expiry, and cancelling that. */
export const freeForm = z.object({ package_id: z.uuid(), version })
export const cancelDowngradeForm = z.object({ version })
export const autoRenewForm = z.object({ auto_renew: z.boolean().optional(), version })
