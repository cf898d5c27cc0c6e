import type { SessionRole } from '#app/domain/core/access/access.ts'
import { addDays, daysBetween } from '#app/domain/core/dates.ts'

/** Days back that each role may mark, confirm or change a session; `null` has no limit. Other roles may not at all. */
export const daysBack: Partial<Record<SessionRole, number | null>> = {
  superadmin: null,
  admin: null,
  supervisor: 31,
  'class-admin': 31,
  'class-assistant': 7,
  trainer: 7,
}

/** Days back of the role that reaches furthest: `null` without limit, undefined where no role may change sessions. */
export function daysToChange(roles: readonly SessionRole[]): number | null | undefined {
  const found = roles.map((role) => daysBack[role]).filter((days) => days !== undefined)
  if (found.length === 0) return undefined
  return found.includes(null) ? null : Math.max(...(found as number[]))
}

/**
 * Whether somebody with these roles may change a session of that day, or one to come.
 * @param held_on,today days in Malaysia, `YYYY-MM-DD`
 */
export function mayChangeSession(roles: readonly SessionRole[], held_on: string, today: string): boolean {
  const days = daysToChange(roles)
  return days !== undefined && (days === null || daysBetween(held_on, today) <= days)
}

/** The same of marking and confirming it, which nobody may before its day. */
export const mayChangeOn = (roles: readonly SessionRole[], held_on: string, today: string): boolean =>
  held_on <= today && mayChangeSession(roles, held_on, today)

/** The last day on which these roles may change a session; null where no day is the last, or they never may. */
export function changeableUntil(roles: readonly SessionRole[], held_on: string): string | null {
  const days = daysToChange(roles)
  return typeof days === 'number' ? addDays(held_on, days) : null
}
