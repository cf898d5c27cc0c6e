import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

/**
 * A UUID version 7 (RFC 9562): sorts by time of making, so that indexes grow at one end; those that this process makes
 * within a millisecond sort as they were made, too.
 */
export const newId = (): string => v7()

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** An unguessable code for a public page: 26 letters and digits, 130 random bits, none easily misread. */
export function newPublicCode(): string {
  return Array.from({ length: 26 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
