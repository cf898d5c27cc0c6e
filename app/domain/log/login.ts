import type { z } from 'zod'
import { columnsOf } from '#app/domain/lists/columns.ts'
import { dateFilter, idFilter, oneOf, searchOf } from '#app/domain/lists/search.ts'
import type { RefusalCode } from '#app/domain/refusal.ts'

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

export const signInColumns = columnsOf<SignInRow>()(
  { key: 'person', label: 'audit.login.person' },
  { key: 'outcome', label: 'audit.login.outcome', words: 'audit.login.outcomes' },
  { key: 'method', label: 'audit.login.method', words: 'profile.methods' },
  { key: 'reason', label: 'audit.login.reason', words: 'refusal' },
  { key: 'at', label: 'audit.at', kind: 'instant', sort: true },
  { key: 'device', label: 'audit.device' },
  { key: 'ip', label: 'audit.ip' },
)

export interface OwnSignInRow extends Pick<SignInRow, 'id' | 'at' | 'method' | 'ip'> {
  /** One of {@link goodResults}, or the code of a refusal. */
  result: string
  device: string
}

export const ownSignInColumns = columnsOf<OwnSignInRow>()(
  { key: 'at', label: 'audit.at', kind: 'instant', sort: true },
  { key: 'method', label: 'audit.login.method', words: 'profile.methods' },
  { key: 'result', label: 'audit.login.outcome' },
  { key: 'device', label: 'audit.device' },
  { key: 'ip', label: 'audit.ip' },
)

const searchAmong = <const Methods extends readonly [string, ...string[]]>(methods: Methods) =>
  searchOf(['at'], {
    outcome: oneOf(signInOutcomes),
    method: oneOf<Methods[number]>(methods),
    person: idFilter,
    from: dateFilter,
    to: dateFilter,
  })

export const signInSearch = searchAmong(signInMethods)
export const operatorSignInSearch = searchAmong(operatorSignInMethods)
export type SignInSearch = z.output<typeof signInSearch | typeof operatorSignInSearch>
