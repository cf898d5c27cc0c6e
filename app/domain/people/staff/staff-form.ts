import { z } from 'zod'
import { roles } from '#app/domain/core/access/access.ts'
import { isMobile, malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { email, familyCode, plainDate, text, version } from '#app/domain/core/fields.ts'
import { identityNo, identityProblem, identityTypes } from '#app/domain/identity/accounts/identity.ts'
import { locales } from '#app/i18n/locales.ts'
import { genders } from './staff.ts'

/** What is asked of everybody who works here. */
export const personFields = {
  name: text({ min: 2, max: 150 }),
  staff_no: text({ max: 20 }).optional(),
  gender: z.enum(genders),
  identity_type: z.enum(identityTypes),
  /** Empty keeps the number that is on file. */
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

/** What several fields say together. */
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

/** Edit. An emptied field is written as empty, but for the identity number, which no page gives back. */
export const staffForm = z
  .object({ ...personFields, identity_clear: z.boolean().optional(), version: version.optional() })
  .superRefine(consistent)
export type StaffInput = z.output<typeof staffForm>

/** The roles that can be given to somebody new; a parent's needs a family, which the page of roles asks for. */
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
