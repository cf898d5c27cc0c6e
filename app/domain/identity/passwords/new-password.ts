import { z } from 'zod'

/** ASVS 6.2.1, 6.2.9: any characters count, none is cut off. */
export const passwordLength = { min: 10, max: 128 } as const

export const newPasswordFields = {
  password: z.string().min(passwordLength.min).max(passwordLength.max),
  password_confirmation: z.string().min(1).max(passwordLength.max),
}

/** Say `input.password_mismatch` at `password_confirmation` otherwise. */
export function typedAlike(input: { password: string; password_confirmation: string }): boolean {
  return input.password === input.password_confirmation
}
