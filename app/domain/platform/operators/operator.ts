import { z } from 'zod'
import { operatorRoles } from '#app/domain/core/access/operator-access.ts'
import { malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { email, text, version } from '#app/domain/core/fields.ts'
import { newPasswordFields, typedAlike } from '#app/domain/identity/passwords/passwords.ts'
import { isLocale } from '#app/i18n/locales.ts'

export { operatorRoles }

/** `invited`: has no password yet. */
export const operatorStatuses = ['invited', 'active', 'inactive'] as const

export const secondFactorStates = ['on', 'off'] as const

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

/** The operator's own account, without the role. */
export const ownProfileForm = z.object({
  name: text({ min: 2, max: 150 }),
  email,
  phone: malaysianPhone.optional(),
  locale,
  version,
})
export type OwnProfileInput = z.output<typeof ownProfileForm>

/** Accepting an invitation: the operator chooses a password. */
export const invitationForm = z
  .object(newPasswordFields)
  .refine(typedAlike, { path: ['password_confirmation'], message: 'input.password_mismatch' })

export const ownPasswordForm = z
  .object({ current_password: z.string().min(1).max(128), ...newPasswordFields })
  .refine(typedAlike, { path: ['password_confirmation'], message: 'input.password_mismatch' })
