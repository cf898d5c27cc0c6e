import { z } from 'zod'
import { addressFields, addressNames } from '#app/domain/contact/address.ts'
import { malaysianPhone } from '#app/domain/contact/phone.ts'
import { email, text, version } from '#app/domain/fields.ts'
import { newPasswordFields, typedAlike } from '#app/domain/passwords/new-password.ts'
import { locales } from '#app/i18n/locales.ts'
import { profileNames } from './profiles.ts'

/** Through what a person likes to be told things; each works without any further consent. */
export const channels = ['whatsapp', 'email', 'sms', 'inapp'] as const
export type Channel = (typeof channels)[number]

/**
 * What a person may change of their own account. An emptied field is written as empty. What belongs to a profile that
 * the person does not have is as if it were not there.
 */
export const profileForm = z.object({
  name: text({ min: 2, max: 150 }),
  email: email.optional(),
  phone: malaysianPhone.optional(),
  locale: z.enum(locales),
  preferred_channel: z.enum(channels),
  version,
  /** A trainer's. */
  specialisation: text({ max: 200 }).optional(),
  trainer_version: version.optional(),
  /** A parent's. */
  home_phone: malaysianPhone.optional(),
  occupation: text({ max: 100 }).optional(),
  ...addressFields,
  parent_version: version.optional(),
})
export type ProfileInput = z.output<typeof profileForm>

/** The columns of a profile's own row that the form has. */
export const trainerFields = ['specialisation'] as const
export const parentFields = ['home_phone', 'occupation', ...addressNames] as const

/** Bytes that a picture of oneself may have, and the side of the square that is kept of it. */
export const pictureLimits = { bytes: 2_000_000, side: 256 } as const

export const pictureForm = z.object({
  picture: z.instanceof(File).refine(({ size }) => size <= pictureLimits.bytes, 'file.too_big'),
})

/** Which profile to look through; "all" of them. */
export const switchForm = z.object({
  profile: z.enum([...profileNames, 'all']),
  to: z.string().max(2000).optional(),
})

/** A new password for oneself; who has one already gives it too. */
export const passwordForm = z
  .object({ current_password: z.string().min(1).max(128).optional(), ...newPasswordFields })
  .refine(typedAlike, { path: ['password_confirmation'], message: 'input.password_mismatch' })
export type PasswordInput = z.output<typeof passwordForm>
