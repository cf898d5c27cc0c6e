import { z } from 'zod'
import { Refusal } from '#app/domain/core/refusal.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'

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

/**
 * Call it before the transaction is opened: hashing waits its turn. Refuses auth.password_common at `password` for one
 * that is easy to guess; `about` says what guessers know: name, e-mail address, the organisation's name and subdomain.
 */
export async function hashNewPassword(password: string, about: readonly string[] = []): Promise<string> {
  if (await isCommonPassword(password, about)) throw new Refusal('auth.password_common', 'password')
  return hashPassword(password)
}
