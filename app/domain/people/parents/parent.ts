import { z } from 'zod'
import { type SessionRole, scopeOf } from '#app/domain/core/access/access.ts'
import { addressFields, missingOfAddress } from '#app/domain/core/contact/address.ts'
import { malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { ownTin } from '#app/domain/core/contact/tin.ts'
import { email, text, version } from '#app/domain/core/fields.ts'
import { identityNo, identityProblem, identityTypes } from '#app/domain/identity/accounts/identity.ts'
import { channels } from '#app/domain/identity/accounts/profile.ts'
import { locales } from '#app/i18n/locales.ts'

export const relationships = ['father', 'mother', 'guardian'] as const
export type Relationship = (typeof relationships)[number]

export const parentStatuses = ['active', 'inactive'] as const

/** How many parents a student may have. */
export const mostParents = 4

/**
 * How much of a parent a reader sees: everything but revealed numbers, the contact, or only the phone. Parents see everything
 * about themselves.
 */
export type ParentDetail = 'full' | 'contact' | 'phone'

export function parentDetail(roles: readonly SessionRole[]): ParentDetail {
  const edits = scopeOf(roles, 'parent.edit')
  if (edits === 'branch' || edits === 'all') return 'full'
  const sees = scopeOf(roles, 'parent.view')
  if (sees === 'class') return 'phone'
  return sees === 'own' ? 'full' : 'contact'
}

/** Whether somebody sees the parents of others at all: the list of students shows their name and phone. */
export function seesParents(roles: readonly SessionRole[]): boolean {
  const sees = scopeOf(roles, 'parent.view')
  return sees !== undefined && sees !== 'own'
}

/** Whether somebody sees what a family owes. */
export function seesBalance(roles: readonly SessionRole[]): boolean {
  const sees = scopeOf(roles, 'invoice.view')
  return sees === 'branch' || sees === 'all'
}

/** Fields of a parent that the office and an application have in common. */
export const parentFields = {
  name: text({ min: 2, max: 150 }),
  relationship: z.enum(relationships),
  identity_type: z.enum(identityTypes),
  identity_no: identityNo.optional(),
  phone: malaysianPhone,
  email: email.optional(),
  home_phone: malaysianPhone.optional(),
  occupation: text({ max: 100 }).optional(),
  /** Only on forms of readers who may see it; otherwise it stays as it is. */
  income_above_2500: z.enum(['yes', 'no', 'unknown']).optional(),
  tin: ownTin('parent.tin').optional(),
  ...addressFields,
  preferred_locale: z.enum(locales),
  preferred_channel: z.enum(channels),
}
type ParentFields = z.output<z.ZodObject<typeof parentFields>>

/** Rules about several fields of a parent. */
export function consistentParent(parent: ParentFields, context: z.RefinementCtx) {
  const wrong = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  const { identity_type, identity_no } = parent
  const problem = identity_no && identityProblem(identity_type, identity_no)
  if (problem) wrong('identity_no', problem)
  for (const field of missingOfAddress(parent)) wrong(field, 'input.required')
}

/** New and edit. An emptied field is cleared, except the identity number, which forms never contain. */
export const parentForm = z
  .object({
    ...parentFields,
    identity_clear: z.boolean().optional(),
    /** They consent to the storage of their data. */
    consent: z.boolean().optional(),
    /** Confirms that this is somebody else although the phone or e-mail is the same. */
    is_another: z.boolean().optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine(consistentParent)
export type ParentInput = z.output<typeof parentForm>
