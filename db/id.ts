import { randomBytes } from 'node:crypto'
import { v5, v7 } from 'uuid'

/**
 * A UUID version 7 (RFC 9562): sorts by time of making, so that indexes grow at one end; those that this process makes
 * within a millisecond sort as they were made, too.
 */
export const newId = (): string => v7()

/** The same for the same parts, today and tomorrow (version 5), for what must not be made twice. */
export const idFrom = (...parts: readonly string[]): string => v5(JSON.stringify(parts), namespace)

const namespace = '5b1f6f0e-2c1d-5a39-9d3c-0f6f1c9a7e42'

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** An unguessable code for a public page: 26 letters and digits, 130 random bits, none easily misread. */
export function newPublicCode(): string {
  let code = ''
  // The alphabet has 32 characters, so five bits of a byte choose one, each as likely.
  for (const byte of randomBytes(26)) code += alphabet[byte & 31]
  return code
}
