import { type Held, type Permission, scopeOf } from '#app/domain/core/access/access.ts'

/** How a subscription stands. After its last day it goes through the last three, unless it is renewed. */
export const stages = ['trial', 'active', 'grace', 'limited', 'ended'] as const
export type Stage = (typeof stages)[number]

/** Days before the last one on which an organisation is told; the banner says it all that time. */
export const noticeDays = [60, 30, 14, 7, 1, 0] as const
export const firstNotice = noticeDays[0]

/** Days after the last day: everything works; staff read; then only the owner does. */
export const stageDays = { grace: 14, limited: 44 } as const

/** What changes nothing that is kept, by the second half of a permission. */
const reading =
  /\.(view(_\w+)?|print|history|masked|reveal|paid_flag|year_totals|enquire|enquire_print|classes|counter|figures|family)$/

/** One's own account, and the way back. */
const always: readonly Permission[] = ['profile.view', 'profile.edit', 'help.view', 'subscription.renew']

/**
 * Whether something may not be done any more because the subscription is over. It never punishes a family: what parents
 * may do they go on doing, since they pay what they owe and need their receipts. Staff read and print for a month, then
 * the owner alone.
 */
export function isOver(stage: Stage | null, roles: readonly Held[], permission: Permission): boolean {
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
