import { z } from 'zod'
import { malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { email, text, version } from '#app/domain/core/fields.ts'
import { newPasswordFields, typedAlike } from '#app/domain/identity/passwords/new-password.ts'
import { isLocale } from '#app/i18n/locales.ts'
import { operatorRoles } from './operator.ts'

const locale = z.string().refine(isLocale, 'input.choice')

/** New and edit. */
export const operatorForm = z.object({
  name: text({ min: 2, max: 150 }),
  email,
  phone: malaysianPhone.optional(),
  role: z.enum(operatorRoles),
  locale,
  version: version.optional(),
})
export type OperatorInput = z.output<typeof operatorForm>

/** One's own account: all but the role. */
export const ownProfileForm = z.object({
  name: text({ min: 2, max: 150 }),
  email,
  phone: malaysianPhone.optional(),
  locale,
  version,
})
export type OwnProfileInput = z.output<typeof ownProfileForm>

/** The way in by an invitation: a password of one's own. */
export const invitationForm = z
  .object(newPasswordFields)
  .refine(typedAlike, { path: ['password_confirmation'], message: 'input.password_mismatch' })

export const ownPasswordForm = z
  .object({ current_password: z.string().min(1).max(128), ...newPasswordFields })
  .refine(typedAlike, { path: ['password_confirmation'], message: 'input.password_mismatch' })
