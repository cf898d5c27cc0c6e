import { randomInt, timingSafeEqual } from 'node:crypto'
import { blindIndex, blindIndexes, type Keyring } from '#app/domain/core/secrets.ts'
import { codeLife } from './one-time-code.ts'

const column = { place: 'platform', table: 'one_time_code', column: 'code_mac' } as const

export function newCode(): string {
  return String(randomInt(10 ** codeLife.digits)).padStart(codeLife.digits, '0')
}

/** Keyed and bound to its row, so that six digits cannot be tried out. */
export function codeMac(ring: Keyring, id: string, code: string): Buffer {
  return blindIndex(ring, column, `${id}:${code}`)
}

/** Takes the same time without a kept one, and says no. */
export function codeFits(ring: Keyring, id: string, code: string, kept: Buffer | null): boolean {
  const macs = blindIndexes(ring, column, `${id}:${code}`)
  return (
    macs.filter((mac) => timingSafeEqual(mac, kept ?? Buffer.alloc(mac.length))).length > 0 && kept !== null
  )
}
