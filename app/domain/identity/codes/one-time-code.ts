import { randomInt, timingSafeEqual } from 'node:crypto'
import { blindIndex, blindIndexes, type Keyring } from '#app/domain/core/secrets.ts'

export const codeChannels = ['sms', 'whatsapp', 'email'] as const
export type CodeChannel = (typeof codeChannels)[number]

/** A code is valid for its purpose only. */
export type CodePurpose = 'sign_in' | 'organisation' | 'confirm' | 'registration'

export const codeLife = { digits: 6, seconds: 300, tries: 5 } as const

/** Seconds until the same address may ask again. */
export const resendSeconds = 60

/** Codes for one address: within ten minutes, an hour, a day. */
export const codesPerAddress = [
  { points: 3, seconds: 600 },
  { points: 5, seconds: 3_600 },
  { points: 10, seconds: 86_400 },
] as const

/**
 * Codes that may be asked for in an hour: by one network; by mail or message for finding one's organisation, by
 * everybody together. Those for signing in have no such limit at an organisation, since anybody could use it up; what
 * they cost is limited by the messages of a day (jobs/handlers/codes.ts).
 */
export const codesPerHour = { visitor: 60, finder: 600 } as const
/** Wrong codes in an hour after which a network, or all of a place, may try each code once instead of five times. */
export const wrongCodesPerHour = { visitor: 60, place: 200 } as const

const codes = 10 ** codeLife.digits

/** The most that guessing can gain in a day against one account: codes times tries, of a million. */
export const guessedPerDay = (codesPerAddress[2].points * codeLife.tries) / codes

/**
 * The most that guessing can gain in an hour against all accounts of a place together, in which so many codes were
 * sent: the wrong codes after which each code has one try, and then that one try each.
 */
export const guessedPerHour = (sent: number) => (wrongCodesPerHour.place + sent) / codes

const column = { place: 'platform', table: 'one_time_code', column: 'code_mac' } as const

export function newCode(): string {
  return String(randomInt(10 ** codeLife.digits)).padStart(codeLife.digits, '0')
}

/** Keyed and bound to its row, so that six digits cannot be tried out. */
export function codeMac(ring: Keyring, id: string, code: string): Buffer {
  return blindIndex(ring, column, `${id}:${code}`)
}

/** Takes the same time without a stored one, and says no. */
export function codeFits(ring: Keyring, id: string, code: string, stored: Buffer | null): boolean {
  const macs = blindIndexes(ring, column, `${id}:${code}`)
  return (
    macs.filter((mac) => timingSafeEqual(mac, stored ?? Buffer.alloc(mac.length))).length > 0 &&
    stored !== null
  )
}
