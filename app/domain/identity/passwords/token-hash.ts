import { createHash } from 'node:crypto'

/** All that is kept of a code or a token: each has more chance in it than anybody can try. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret, 'ascii').digest()
