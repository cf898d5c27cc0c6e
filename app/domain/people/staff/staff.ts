import { type Held, scopeOf } from '#app/domain/core/access/access.ts'

/** Of the account; a list shows it as the person's. */
export const accountStatuses = ['active', 'invited', 'inactive'] as const
export const genders = ['female', 'male'] as const

/** More of colleagues than their names: contact, birth date, masked identity number. */
export function seesDetails(held: readonly Held[]): boolean {
  const scope = scopeOf(held, 'identity.view')
  return scope === 'branch' || scope === 'all'
}
