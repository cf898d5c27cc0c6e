import { Refusal } from '#app/domain/core/refusal.ts'
import { isCommonPassword } from './common-passwords.server.ts'
import { hashPassword } from './passwords.server.ts'

/**
 * Call it before the transaction is opened: hashing waits its turn. Refuses auth.password_common at `password` for one
 * that is easy to guess; `about` says what guessers know: name, e-mail address, the organisation's name and subdomain.
 */
export async function hashNewPassword(password: string, about: readonly string[] = []): Promise<string> {
  if (await isCommonPassword(password, about)) throw new Refusal('auth.password_common', 'password')
  return hashPassword(password)
}
