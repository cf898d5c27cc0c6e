import { createHash } from 'node:crypto'

/** SHA-256 in Base64, as signatures have it; the envelope of a request has the same in hexadecimal. */
export function digest(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('base64')
}
