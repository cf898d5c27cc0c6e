import { z } from 'zod'
import { addressFields, missingOfAddress } from '#app/domain/core/contact/address.ts'
import { malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { email, text, version } from '#app/domain/core/fields.ts'
import { identityNo, identityProblem, identityTypes } from '#app/domain/identity/accounts/identity.ts'
import { channels } from '#app/domain/identity/accounts/profile.ts'
import { locales } from '#app/i18n/locales.ts'
import { relationships } from './parent.ts'

/** As the tax portal gives it, with a letter or two in front for some. */
const tin = z
  .string()
  .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{10,14}$/, 'parent.tin'))

/** What is asked of a parent by the office and of a family that applies. */
export const parentFields = {
  name: text({ min: 2, max: 150 }),
  relationship: z.enum(relationships),
  identity_type: z.enum(identityTypes),
  identity_no: identityNo.optional(),
  phone: malaysianPhone,
  email: email.optional(),
  home_phone: malaysianPhone.optional(),
  occupation: text({ max: 100 }).optional(),
  /** Only asked of who may see it; without the question it stays as it is. */
  income_above_2500: z.enum(['yes', 'no', 'unknown']).optional(),
  tin: tin.optional(),
  ...addressFields,
  preferred_locale: z.enum(locales),
  preferred_channel: z.enum(channels),
}
type ParentFields = z.output<z.ZodObject<typeof parentFields>>

/** What several fields of a parent say together. */
export function consistentParent(parent: ParentFields, context: z.RefinementCtx) {
  const wrong = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  const { identity_type, identity_no } = parent
  const problem = identity_no && identityProblem(identity_type, identity_no)
  if (problem) wrong('identity_no', problem)
  for (const field of missingOfAddress(parent)) wrong(field, 'input.required')
}

/** New and edit. An emptied field is written as empty, but for the identity number, which no page gives back. */
export const parentForm = z
  .object({
    ...parentFields,
    identity_clear: z.boolean().optional(),
    /** They agree that what is here is kept about them. */
    consent: z.boolean().optional(),
    /** Another one has this phone or address, and yet it is somebody else. */
    is_another: z.boolean().optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine(consistentParent)
export type ParentInput = z.output<typeof parentForm>
