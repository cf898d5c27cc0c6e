import { grantGroups, grants, type Permission, permissions, type Role, type Scope } from './access.ts'

type RoleGroup = keyof typeof grantGroups
export const roleGroupNames = Object.keys(grantGroups) as RoleGroup[]
type Resource = Permission extends infer P ? (P extends `${infer R}.${string}` ? R : never) : never

/** The resources of each group, in the order of the permission table. */
export const roleGroups = Object.fromEntries(
  roleGroupNames.map((group) => [group, resourcesOf(grantGroups[group])]),
) as Record<RoleGroup, Resource[]>

function resourcesOf(group: object): Resource[] {
  return [...new Set(Object.keys(group).map((permission) => permission.split('.')[0] as Resource))]
}

/** Resources and single permissions that are granted already but not built yet; the page of roles leaves them out. */
export const unbuilt: ReadonlySet<string> = new Set<Resource | Permission>([
  'catalogue',
  'consolidation',
  'einvoice_request',
  'api_key',
  'help',
  'invoice.paid_flag',
])

/** Pages on which a guest may do it as well; so none asks for the right by its name. */
export const asGuests: ReadonlySet<Permission> = new Set<Permission>([
  'payment.pay_online',
  'payment_option.view_active',
  'subject.view_open',
  'subject_fee.view_price',
])

/** Words of `role.json`, in the order of the permission table. */
export interface Part {
  scope: Scope
  verbs: string[]
}

export function splitPermission(permission: Permission): { resource: string; verb: string } {
  const [resource = '', verb = ''] = permission.split('.')
  return { resource, verb }
}

/** Split once: a page that compares roles asks for each role and resource. */
const splitPermissions = permissions.map((permission) => ({ permission, ...splitPermission(permission) }))

/** Empty when the role may do nothing. */
export function partsOf(role: Role, resource: string): Part[] {
  const parts: Part[] = []
  for (const { permission, resource: of, verb } of splitPermissions) {
    const scope = (grants[permission] as Partial<Record<Role, Scope>>)[role]
    if (of !== resource || !scope) continue
    const part = parts.find((known) => known.scope === scope)
    if (part) part.verbs.push(verb)
    else parts.push({ scope, verbs: [verb] })
  }
  return parts
}

/** The parts of the product in which a role may do something, and what. */
export function rightsOf(role: Role): { group: RoleGroup; rights: { resource: string; parts: Part[] }[] }[] {
  return roleGroupNames
    .map((group) => ({
      group,
      rights: roleGroups[group]
        .filter((resource) => !unbuilt.has(resource))
        .map((resource) => ({ resource, parts: builtOf(resource, partsOf(role, resource)) }))
        .filter(({ parts }) => parts.length > 0),
    }))
    .filter(({ rights }) => rights.length > 0)
}

function builtOf(resource: string, parts: readonly Part[]): Part[] {
  return parts
    .map(({ scope, verbs }) => ({
      scope,
      verbs: verbs.filter((verb) => !unbuilt.has(`${resource}.${verb}`)),
    }))
    .filter(({ verbs }) => verbs.length > 0)
}
