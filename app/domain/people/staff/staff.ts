import { z } from 'zod'
import { type Role, roles, type SessionRole, scopeOf } from '#app/domain/core/access/access.ts'
import { isMobile, malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { email, familyCode, plainDate, text, version } from '#app/domain/core/fields.ts'
import { identityNo, identityProblem, identityTypes } from '#app/domain/identity/accounts/identity.ts'
import { locales } from '#app/i18n/locales.ts'

/** Statuses of the account, shown as the person's. */
export const accountStatuses = ['active', 'invited', 'inactive'] as const
export const genders = ['female', 'male'] as const

/** More of colleagues than their names: contact, birth date, masked identity number. */
export function seesDetails(own: readonly SessionRole[]): boolean {
  const scope = scopeOf(own, 'identity.view')
  return scope === 'branch' || scope === 'all'
}

const highest: readonly Role[] = ['superadmin', 'admin']

/** A superadmin may give all roles, an admin all but the two highest. */
export function grantableRoles(own: readonly SessionRole[]): readonly Role[] {
  if (own.includes('superadmin')) return roles
  return own.includes('admin') ? roles.filter((role) => !highest.includes(role)) : []
}

/** An admin may not change an account with one of the two highest roles, not even their own; `theirs` are its roles. */
export function mayManage(own: readonly SessionRole[], theirs: readonly string[]): boolean {
  return own.includes('superadmin') || !highest.some((role) => theirs.includes(role))
}

/** Whether every role that is added or removed may be given by these roles. */
export function mayChangeRoles(
  own: readonly SessionRole[],
  before: readonly string[],
  after: readonly string[],
) {
  const may = grantableRoles(own) as readonly string[]
  const differs = [...before, ...after].filter((role) => before.includes(role) !== after.includes(role))
  return differs.every((role) => may.includes(role))
}

/** Fields of everybody who works here. */
export const personFields = {
  name: text({ min: 2, max: 150 }),
  staff_no: text({ max: 20 }).optional(),
  gender: z.enum(genders),
  identity_type: z.enum(identityTypes),
  /** Empty keeps the stored number. */
  identity_no: identityNo.optional(),
  born_on: plainDate.optional(),
  phone: malaysianPhone,
  email: email.optional(),
  department_id: z.uuid().optional(),
  branch_ids: z.array(z.uuid()).min(1).max(100),
  position: text({ max: 80 }).optional(),
  joined_on: plainDate.optional(),
  ended_on: plainDate.optional(),
}
type Person = z.output<z.ZodObject<typeof personFields>>

/** Rules about several fields. */
export function consistent(input: Person, context: z.RefinementCtx) {
  const wrong = (field: keyof Person, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  const { identity_type, identity_no, joined_on, ended_on, born_on } = input
  const problem = identity_no && identityProblem(identity_type, identity_no)
  if (problem) wrong('identity_no', problem)
  if (born_on && (born_on < '1920-01-01' || (joined_on ? born_on >= joined_on : false)))
    wrong('born_on', 'staff.born_on')
  if (joined_on && ended_on && ended_on < joined_on) wrong('ended_on', 'staff.ended_before_joined')
  if (!input.email && !isMobile(input.phone)) wrong('phone', 'staff.mobile_needed')
}

/** Edit. An emptied field is cleared, except the identity number, which forms never contain. */
export const staffForm = z
  .object({ ...personFields, identity_clear: z.boolean().optional(), version: version.optional() })
  .superRefine(consistent)
export type StaffInput = z.output<typeof staffForm>

/** Roles for a new staff member; the parent role needs a family code, which only the page of roles has. */
export const firstRoles = roles.filter((role) => role !== 'parent')

export const newStaffForm = z
  .object({
    ...personFields,
    roles: z.array(z.enum(firstRoles)).min(1).max(firstRoles.length),
    locale: z.enum(locales),
    form_key: z.uuid().optional(),
  })
  .superRefine(consistent)
export type NewStaffInput = z.output<typeof newStaffForm>

export const staffRolesForm = z.object({
  roles: z.array(z.enum(roles)).min(1).max(roles.length),
  family_code: familyCode.optional(),
  version,
})
export type StaffRolesInput = z.output<typeof staffRolesForm>
