import { z } from 'zod'
import { operatorRoles } from '#app/domain/core/access/operator-access.ts'
import { email } from '#app/domain/core/fields.ts'
import { codeForm, phoneForm } from '#app/domain/identity/accounts/account-forms.ts'
import { channels, profileForm } from '#app/domain/identity/accounts/profile.ts'
import { contactKinds } from '#app/domain/identity/contacts/proven.ts'
import { newPasswordFields, typedAlike } from '#app/domain/identity/passwords/passwords.ts'
import { entity } from './entity.ts'
import { day, id, instant, locale, user } from './parts.ts'

/** `code`: of an operator's second factor, on the main host. */
export const login = z.strictObject({
  email,
  password: z.string().min(1).max(128),
  code: z.string().trim().min(6).max(20).optional(),
})
export const token = z.string().length(43).describe('For the Authorization header: Bearer <token>')
export const signedIn = z.object({ token, user, entity })
export const admin = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(operatorRoles),
  locale,
})
/** On the main host there is no organisation, and who signs in is an operator. */
export const signedInEither = z.union([signedIn, z.object({ token, admin })])

export const otpRequest = z.strictObject({ phone: phoneForm.shape.phone, channel: phoneForm.shape.channel })
/** `pending` binds the code to who asked for it; hand it in with the code. */
export const otpRequested = z.object({ pending: z.string(), expiresAt: instant, resendAt: instant })
export const otpVerify = z.strictObject({
  phone: phoneForm.shape.phone,
  code: codeForm.shape.code,
  pending: z.string().regex(/^[\w-]{43}$/, 'input.type'),
})

export const forgot = z.strictObject({ email })
/** The same whether or not anybody has the address. */
export const forgotten = z.object({ sent: z.literal(true) })

const mismatch = { path: ['passwordConfirmation'], message: 'input.password_mismatch' }
const alike = (input: { password: string; passwordConfirmation: string }) =>
  typedAlike({ password: input.password, password_confirmation: input.passwordConfirmation })
const newPassword = {
  password: newPasswordFields.password,
  passwordConfirmation: newPasswordFields.password_confirmation,
}
export const reset = z
  .strictObject({ token: z.string().min(1).max(200), ...newPassword })
  .refine(alike, mismatch)
/** An operator signs in afterwards, with the second factor. */
export const resetDone = z.union([signedIn, z.object({ passwordReset: z.literal(true) })])

export const password = z
  .strictObject({ currentPassword: z.string().min(1).max(128).optional(), ...newPassword })
  .refine(alike, mismatch)
/** The old token is dead; this one takes its place. All other sessions have ended. */
export const passwordChanged = z.object({ token })

const f = profileForm.shape
/** Any of them; what is left out stays, null empties. */
export const profileChange = z.strictObject({
  version: f.version.optional(),
  name: f.name.optional(),
  email: f.email.nullable(),
  phone: f.phone.nullable(),
  locale: f.locale.optional(),
  preferredChannel: f.preferred_channel.optional(),
  specialisation: f.specialisation.nullable(),
  homePhone: f.home_phone.nullable(),
  occupation: f.occupation.nullable(),
  addressLine1: f.address_line1.nullable(),
  addressLine2: f.address_line2.nullable(),
  addressLine3: f.address_line3.nullable(),
  city: f.city.nullable(),
  state: f.state.nullable(),
  postcode: f.postcode.nullable(),
})

const text = z.string().nullable()
/** With the one profile that counts: trainer, else parent, else staff. */
export const profile = z.object({
  user: user.extend({ preferredChannel: z.enum(channels), version: z.int() }),
  /** New contacts that count once their code was given on the profile page. */
  waiting: z.array(z.object({ kind: z.enum(contactKinds), value: z.string() })),
  trainer: z.object({ id, specialisation: text, version: z.int() }).optional(),
  parent: z
    .object({
      id,
      relationship: z.string(),
      familyCode: z.string(),
      homePhone: text,
      occupation: text,
      addressLine1: text,
      addressLine2: text,
      addressLine3: text,
      city: text,
      state: text,
      postcode: text,
      version: z.int(),
    })
    .optional(),
  staff: z
    .object({
      id,
      staffNo: text,
      position: text,
      joinedOn: day.nullable(),
      department: text,
      branches: z.array(z.string()),
    })
    .optional(),
})

const count = (most: number, standard: number) => z.coerce.number().int().min(1).max(most).default(standard)
export const logSearch = z.strictObject({ page: count(1_000_000, 1), limit: count(100, 25) })
export const log = z.object({
  logins: z.array(
    z.object({
      at: instant,
      ip: text,
      device: z
        .object({ browser: text, system: text, kind: z.enum(['phone', 'tablet', 'computer', 'program']) })
        .nullable(),
      method: z.string(),
      result: z.string(),
    }),
  ),
  page: z.int(),
  pages: z.int(),
  total: z.int(),
})
