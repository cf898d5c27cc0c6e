import { catalogueGrants } from './grants/catalogue.ts'
import { dailyGrants } from './grants/daily.ts'
import { type Grant, type Held, narrowToWide, type Role, roles, type Scope } from './grants/grant.ts'
import { moneyGrants } from './grants/money.ts'
import { organisationGrants } from './grants/organisation.ts'
import { peopleGrants } from './grants/people.ts'
import { helperMay } from './grants/visitor.ts'

export { type Held, type Role, roles, type Scope } from './grants/grant.ts'

/** The permission table: who may do what, and with which rows. What is not here nobody may do. */
export const grants = {
  ...organisationGrants,
  ...peopleGrants,
  ...catalogueGrants,
  ...moneyGrants,
  ...dailyGrants,
} as const
export type Permission = keyof typeof grants
export const permissions = Object.keys(grants) as Permission[]

/** The widest scope that any of the roles gives for a permission; undefined when none gives it. */
export function scopeOf(held: readonly Held[], permission: Permission): Scope | undefined {
  const grant: Grant = grants[permission]
  const given = held.map((role) => {
    if (role === 'helper') return helperMay(permission) ? grant.admin : undefined
    return grant[role]
  })
  return narrowToWide.findLast((scope) => given.includes(scope))
}

/** The roles that give a permission by themselves: with this scope, or with any. */
export const rolesWith = (permission: Permission, scope?: Scope): Role[] =>
  roles.filter((role) => {
    const given = scopeOf([role], permission)
    return scope ? given === scope : given !== undefined
  })
