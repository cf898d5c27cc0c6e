import type { Role } from '#app/domain/core/access/access.ts'

/** The sides of a person that have pages and rows of their own. */
export const profileNames = ['staff', 'trainer', 'parent'] as const
export type ProfileName = (typeof profileNames)[number]

const profileOfRole = (role: Role): ProfileName => (role === 'trainer' || role === 'parent' ? role : 'staff')

export function profilesOf(held: readonly Role[]): ProfileName[] {
  return profileNames.filter((name) => held.some((role) => profileOfRole(role) === name))
}

/** Narrows the roles to one profile, never to more than are held; one that they no longer give narrows nothing. */
export function rolesWithin(held: readonly Role[], profile: ProfileName | null): Role[] {
  const within = held.filter((role) => profile === null || profileOfRole(role) === profile)
  return within.length > 0 ? within : [...held]
}
