import { type Held, scopeOf } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'

/** What a rate is paid for. */
export const payTypes = ['hour', 'session', 'month'] as const

/** Of those whom a reader finds by their branch or everywhere more than the names: contact, teaching, state. */
export const seesDetails = ({ scope }: Pick<RowScope, 'scope'>): boolean =>
  scope === 'all' || scope === 'branch'

/** Roles that give no more than one gets by teaching. */
const teachingRoles: readonly string[] = ['trainer', 'class-assistant']

/**
 * Where somebody gets their mail and their codes decides who comes in as them: so who may not change staff may change it
 * only of those who have no right besides teaching. Nobody changes it here of themself: one's own profile asks for a
 * proof.
 */
export function mayReach(
  reader: { id: string | null; roles: readonly Held[] },
  person: { user_id: string; roles: readonly string[] },
): boolean {
  if (reader.id === person.user_id) return false
  if (scopeOf(reader.roles, 'staff.edit') !== undefined) return true
  return person.roles.every((role) => teachingRoles.includes(role))
}

/** Nothing but a trainer: what ends or begins as one ends or begins for the whole account. */
export const onlyTeaches = (roles: readonly string[]): boolean => roles.length === 1 && roles[0] === 'trainer'
