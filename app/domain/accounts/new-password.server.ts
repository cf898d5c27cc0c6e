import { hashPassword } from './passwords.server.ts'

/**
 * The kept form of a password that somebody chose for themselves, whichever way they came to choose it. Call it before
 * the transaction is opened: hashing waits its turn.
 */
export function hashNewPassword(password: string): Promise<string> {
  return hashPassword(password)
}
