import { type Held, type Role, roles } from '#app/domain/core/access/access.ts'

const highest: readonly Role[] = ['superadmin', 'admin']

/** To a superadmin all, to an admin all but the two highest. */
export function grantableRoles(held: readonly Held[]): readonly Role[] {
  if (held.includes('superadmin')) return roles
  return held.includes('admin') ? roles.filter((role) => !highest.includes(role)) : []
}

/** An admin touches no account that holds one of the two highest roles, not even their own; `theirs` is whose. */
export function mayManage(held: readonly Held[], theirs: readonly string[]): boolean {
  return held.includes('superadmin') || !highest.some((role) => theirs.includes(role))
}

/** Nothing is given or taken that the giver has no say over. */
export function mayChangeRoles(held: readonly Held[], before: readonly string[], after: readonly string[]) {
  const may = grantableRoles(held) as readonly string[]
  const differs = [...before, ...after].filter((role) => before.includes(role) !== after.includes(role))
  return differs.every((role) => may.includes(role))
}
