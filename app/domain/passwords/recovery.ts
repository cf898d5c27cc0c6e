import { z } from 'zod'
import { email } from '#app/domain/fields.ts'
import { newPasswordFields, typedAlike } from './new-password.ts'

/** Minutes for which a recovery link can be used. */
export const recoveryMinutes = 60

/** A recovery token as it stands in a link: 32 random bytes. */
export const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** Asking for a recovery link. */
export const forgotForm = z.object({ email })

/** Setting a password anew. */
export const resetForm = z
  .object(newPasswordFields)
  .refine(typedAlike, { path: ['password_confirmation'], message: 'input.password_mismatch' })
