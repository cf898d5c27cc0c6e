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
  return reachOf(held).get(permission)
}

/** What each set of roles may do, found once: a page asks for a hundred permissions and more. */
const reaches = new Map<string, ReadonlyMap<Permission, Scope>>()

function reachOf(held: readonly Held[]): ReadonlyMap<Permission, Scope> {
  const name = held.join(' ')
  let reach = reaches.get(name)
  if (!reach) {
    reach = new Map(permissions.flatMap((one) => widest(held, one)))
    reaches.set(name, reach)
  }
  return reach
}

function widest(held: readonly Held[], permission: Permission): [Permission, Scope][] {
  const grant: Grant = grants[permission]
  const given = held.map((role) => {
    if (role === 'helper') return helperMay(permission) ? grant.admin : undefined
    return grant[role]
  })
  const scope = narrowToWide.findLast((one) => given.includes(one))
  return scope ? [[permission, scope]] : []
}

/** The roles that give a permission by themselves: with this scope, or with any. */
export const rolesWith = (permission: Permission, scope?: Scope): Role[] =>
  roles.filter((role) => {
    const given = scopeOf([role], permission)
    return scope ? given === scope : given !== undefined
  })
