import { randomBytes, randomInt } from 'node:crypto'

/** A UUID version 7 (RFC 9562): sorts by time of making, so that indexes grow at one end. */
export function newId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** An unguessable code for a public page: 26 letters and digits, 130 random bits, none easily misread. */
export function newPublicCode(): string {
  return Array.from({ length: 26 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
