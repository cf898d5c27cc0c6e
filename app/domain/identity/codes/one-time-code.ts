import { randomInt, timingSafeEqual } from 'node:crypto'
import { blindIndex, blindIndexes, type Keyring } from '#app/domain/core/secrets.ts'

export const codeChannels = ['sms', 'whatsapp', 'email'] as const
export type CodeChannel = (typeof codeChannels)[number]

/** A code is valid for its purpose only. */
export type CodePurpose =
  | 'sign_in'
  | 'organisation'
  | 'confirm'
  | 'fact'
  | 'registration'
  | 'contact'
  | 'operator_contact'

export const codeLife = { digits: 6, seconds: 300, tries: 5 } as const

/** Seconds until the same address may request another code. */
export const resendSeconds = 60

/** Codes for one address: within ten minutes, an hour, a day. */
export const codesPerAddress = [
  { points: 3, seconds: 600 },
  { points: 5, seconds: 3_600 },
  { points: 10, seconds: 86_400 },
] as const

/**
 * Codes that one signed-in person may have sent to new contacts, whichever these are, within an hour and a day: each costs a
 * message and reaches somebody who may not know the person.
 */
export const codesPerPerson = [
  { points: 6, seconds: 3_600 },
  { points: 12, seconds: 86_400 },
] as const

/**
 * Codes that may be requested in an hour: by one network (`visitor`), and by all visitors together for finding their
 * organisation (`finder`). Sign-in codes have no such common limit, since anybody could exhaust it; their cost is limited by
 * the messages of a day (jobs/handlers/codes.ts).
 */
export const codesPerHour = { visitor: 60, finder: 600 } as const
/** Wrong codes in an hour after which a network, or all visitors of a host, may try each code once instead of five times. */
export const wrongCodesPerHour = { visitor: 60, place: 200 } as const

const codes = 10 ** codeLife.digits

/** The highest probability of guessing one account's code in a day. */
export const guessedPerDay = (codesPerAddress[2].points * codeLife.tries) / codes

/**
 * The highest probability of guessing any code of a host in an hour in which `sent` codes were sent: the wrong codes before the
 * limit, and then one try for each code.
 */
export const guessedPerHour = (sent: number) => (wrongCodesPerHour.place + sent) / codes

const column = { place: 'platform', table: 'one_time_code', column: 'code_mac' } as const

export function newCode(): string {
  return String(randomInt(10 ** codeLife.digits)).padStart(codeLife.digits, '0')
}

/** Keyed and bound to its row, so that six digits cannot be found by trying. */
export function codeMac(ring: Keyring, id: string, code: string): Buffer {
  return blindIndex(ring, column, `${id}:${code}`)
}

/** Takes the same time without a stored code, and returns false. */
export function codeFits(ring: Keyring, id: string, code: string, stored: Buffer | null): boolean {
  const macs = blindIndexes(ring, column, `${id}:${code}`)
  return (
    macs.filter((mac) => timingSafeEqual(mac, stored ?? Buffer.alloc(mac.length))).length > 0 &&
    stored !== null
  )
}
