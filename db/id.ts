import { randomBytes, randomInt } from 'node:crypto'

let latest = 0
let counted = 0

/**
 * A UUID version 7 (RFC 9562): sorts by time of making, so that indexes grow at one end. Those that this process makes
 * within a millisecond are counted on from a random number, so that they, too, sort as they were made.
 */
export function newId(): string {
  const now = Date.now()
  counted = now === latest && counted < 0xfff ? counted + 1 : randomInt(0x800)
  latest = now
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt16BE(0x7000 | counted, 6)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** An unguessable code for a public page: 26 letters and digits, 130 random bits, none easily misread. */
export function newPublicCode(): string {
  return Array.from({ length: 26 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
