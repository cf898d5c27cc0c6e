import { z } from 'zod'
import { addressFields, addressNames } from '#app/domain/core/contact/address.ts'
import { malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { email, text, version } from '#app/domain/core/fields.ts'
import { newPasswordFields, typedAlike } from '#app/domain/identity/passwords/new-password.ts'
import { locales } from '#app/i18n/locales.ts'
import { profileNames } from './profiles.ts'

/** Ways to be told things, each of which works without any further consent. */
export const channels = ['whatsapp', 'email', 'sms', 'inapp'] as const

/** An emptied field is written as empty; what belongs to a profile that the person does not have is ignored. */
export const profileForm = z.object({
  name: text({ min: 2, max: 150 }),
  email: email.optional(),
  phone: malaysianPhone.optional(),
  locale: z.enum(locales),
  preferred_channel: z.enum(channels),
  version,
  specialisation: text({ max: 200 }).optional(),
  trainer_version: version.optional(),
  home_phone: malaysianPhone.optional(),
  occupation: text({ max: 100 }).optional(),
  ...addressFields,
  parent_version: version.optional(),
})
export type ProfileInput = z.output<typeof profileForm>

export const trainerFields = ['specialisation'] as const
export const parentFields = ['home_phone', 'occupation', ...addressNames] as const

/** Of a picture as it comes, and the side in pixels of the square that is kept. */
export const pictureLimits = { bytes: 2_000_000, side: 256 } as const

export const pictureForm = z.object({
  picture: z.instanceof(File).refine(({ size }) => size <= pictureLimits.bytes, 'file.too_big'),
})

export const switchForm = z.object({
  profile: z.enum([...profileNames, 'all']),
  to: z.string().max(2000).optional(),
})

/** Who has a password already gives it too. */
export const passwordForm = z
  .object({ current_password: z.string().min(1).max(128).optional(), ...newPasswordFields })
  .refine(typedAlike, { path: ['password_confirmation'], message: 'input.password_mismatch' })
export type PasswordInput = z.output<typeof passwordForm>
