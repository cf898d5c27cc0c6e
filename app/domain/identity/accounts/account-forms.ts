import { z } from 'zod'
import { mobile } from '#app/domain/core/contact/phone.ts'
import { email } from '#app/domain/core/fields.ts'
import { compact, withoutInvisible } from '#app/domain/core/invisible.ts'
import { codeChannels } from '#app/domain/identity/codes/one-time-code.ts'
import { newPasswordFields, typedAlike } from '#app/domain/identity/passwords/passwords.ts'

export const signInForm = z.object({
  email,
  password: z.string().min(1).max(128),
  to: z.string().max(2000).optional(),
})
/**
 * Confirms the identity by password (and second factor) or by a code; the action checks what is needed. `kept_form`: the sealed
 * form that is submitted after the confirmation; `send` requests a code and `show` the password field, both with the form; `by`:
 * what the page asked for.
 */
export const confirmForm = z.object({
  by: z.enum(['password', 'code', 'ask']).optional(),
  send: z.enum(codeChannels).optional(),
  show: z.literal('password').optional(),
  password: z.string().min(1).max(128).optional(),
  code: z.string().trim().min(1).max(40).optional(),
  to: z.string().max(2000).optional(),
  kept_form: z.string().max(1_000_000).optional(),
})

export type ConfirmInput = z.output<typeof confirmForm>

/** Where to continue; taken from the page's address. */
const to = z.string().max(2000).optional()

export const phoneForm = z.object({ phone: mobile, channel: z.enum(['sms', 'whatsapp']), to })

export const oneTimeCode = z
  .string()
  .max(40)
  .transform(compact)
  .pipe(z.string().regex(/^\d{6}$/, 'auth.otp_invalid'))

export const codeForm = z.object({ code: oneTimeCode, to })

/** An e-mail address or a mobile number, and for a number the channel of the code. */
export const contactForm = z.object({
  contact: z
    .string()
    .overwrite(withoutInvisible)
    .trim()
    .min(1)
    .max(254)
    .pipe(z.union([z.string().toLowerCase().pipe(z.email()), mobile], { error: () => 'input.contact' })),
  channel: z.enum(['sms', 'whatsapp']),
})

export const chooseForm = z.object({ entity_id: z.uuid() })

export const invitationForm = z
  .object(newPasswordFields)
  .refine(typedAlike, { path: ['password_confirmation'], message: 'input.password_mismatch' })
