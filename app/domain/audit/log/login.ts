import type { RefusalCode } from '#app/domain/core/refusal.ts'
import type { Device } from '#app/domain/identity/accounts/device.ts'

export const signInOutcomes = ['success', 'failed'] as const
/** The results of who came in, or is still the one who did. */
export const successes = ['signed_in', 'confirmed'] as const
/** No refusals, though some let nobody in yet; any other result is the code of a refusal. */
export const goodResults = [...successes, 'code_asked', 'password_reset'] as const
const isAmong = (results: readonly string[]) => (result: string) => results.includes(result)
export const isSuccess = isAmong(successes)
export const isGood = isAmong(goodResults)

const waysIn = ['email', 'phone', 'reset', 'invitation', 'organisation'] as const
/** The log tells how a program proved itself, its session only that it is one. */
export type SignInMethod = (typeof waysIn)[number] | 'api'
export const signInMethods = [...waysIn, 'confirm'] as const
export const operatorSignInMethods = ['email', 'totp', 'recovery_code', 'reset', 'confirm'] as const

/** Each has words, which a test holds against these lists. */
export type SomeMethod = (typeof signInMethods | typeof operatorSignInMethods)[number]
export type SignInResult = (typeof goodResults)[number] | RefusalCode

export interface SignInRow {
  id: string
  at: Date
  /** Null when nobody has the address that was typed. */
  person: string | null
  person_id: string | null
  /** `failed` also for a good result after which nobody was in yet. */
  outcome: string
  method: string
  /** The refusal's code; null when there was none. */
  reason: string | null
  /** "Chrome · Android" */
  device: string | null
  ip: string | null
}

/** A way in of the reader's own. */
export interface OwnSignInRow extends Pick<SignInRow, 'id' | 'at' | 'method' | 'ip'> {
  /** One of {@link goodResults}, or the code of a refusal. */
  result: string
  device: Device | null
}
