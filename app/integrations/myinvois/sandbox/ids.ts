import { randomBytes } from 'node:crypto'

const SIGNS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Letters and digits in capitals, by chance. */
export function signs(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length)) if (byte < 238) text += SIGNS[byte % SIGNS.length]
  return text.slice(0, length)
}

/** Of documents and submissions. */
export const newUid = (): string => signs(26)
export const newLongId = (): string => `${signs(26)}${signs(10)}${signs(6)}`
/** As the portal's own server numbers its connections. */
export const newCorrelationId = (): string =>
  `0HN${signs(10)}:${randomBytes(4).toString('hex').toUpperCase()}`
