import { z } from 'zod'
import { email } from '#app/domain/core/fields.ts'
import { newPasswordFields, typedAlike } from './new-password.ts'

export const recoveryMinutes = 60

/** A recovery token as it stands in a link: 32 random bytes. */
export const tokenShape = /^[A-Za-z0-9_-]{43}$/

export const forgotForm = z.object({ email })

export const resetForm = z
  .object(newPasswordFields)
  .refine(typedAlike, { path: ['password_confirmation'], message: 'input.password_mismatch' })
