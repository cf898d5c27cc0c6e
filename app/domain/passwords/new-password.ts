import { z } from 'zod'

/** Characters that a new password must and may have (ASVS 6.2.1, 6.2.9); any characters count, none is cut off. */
export const passwordLength = { min: 10, max: 128 } as const

/** A new password, typed twice. */
export const newPasswordFields = {
  password: z.string().min(passwordLength.min).max(passwordLength.max),
  password_confirmation: z.string().min(1).max(passwordLength.max),
}

/** True when both were typed alike; say `input.password_mismatch` at `password_confirmation` otherwise. */
export function typedAlike(input: { password: string; password_confirmation: string }): boolean {
  return input.password === input.password_confirmation
}
