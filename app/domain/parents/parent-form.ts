import { z } from 'zod'
import { identityNo, identityProblem, identityTypes } from '#app/domain/accounts/identity.ts'
import { channels } from '#app/domain/accounts/profile.ts'
import { addressFields, missingOfAddress } from '#app/domain/contact/address.ts'
import { malaysianPhone } from '#app/domain/contact/phone.ts'
import { email, text, version } from '#app/domain/fields.ts'
import { locales } from '#app/i18n/locales.ts'
import { relationships } from './parent.ts'

/** As the tax portal gives it, with a letter or two in front for some. */
const tin = z
  .string()
  .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{10,14}$/, 'parent.tin'))

/** New and edit. An emptied field is written as empty, but for the identity number, which no page gives back. */
export const parentForm = z
  .object({
    name: text({ min: 2, max: 150 }),
    relationship: z.enum(relationships),
    identity_type: z.enum(identityTypes),
    identity_no: identityNo.optional(),
    identity_clear: z.boolean().optional(),
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
    /** They agree that what is here is kept about them. */
    consent: z.boolean().optional(),
    /** Another one has this phone or address, and yet it is somebody else. */
    is_another: z.boolean().optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine((parent, context) => {
    const wrong = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const { identity_type, identity_no } = parent
    const problem = identity_no && identityProblem(identity_type, identity_no)
    if (problem) wrong('identity_no', problem)
    for (const field of missingOfAddress(parent)) wrong(field, 'input.required')
  })
export type ParentInput = z.output<typeof parentForm>
