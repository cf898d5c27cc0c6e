import { createHash, randomBytes } from 'node:crypto'

/** A secret that opens one thing, such as a session or the link of a mail: 32 random bytes. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** A token as it stands in a link or a cookie. */
export const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** Only the hash of a token or code is stored; they have too much entropy to be found from it. */
export const tokenHash = (secret: string): Buffer => createHash('sha256').update(secret, 'ascii').digest()
