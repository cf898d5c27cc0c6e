import type { z } from 'zod'
import { columnsOf } from '#app/domain/columns.ts'
import type { RefusalCode } from '#app/domain/refusal.ts'
import { dateFilter, idFilter, oneOf, searchOf } from '#app/domain/search.ts'

/** How a way in, or a proof of who one is, turned out. */
export const signInOutcomes = ['success', 'failed'] as const
/** The results that are no refusals; any other is the code of one. The last two let nobody in yet. */
export const goodResults = ['signed_in', 'confirmed', 'code_asked', 'password_reset'] as const
export const isGood = (result: string): boolean => (goodResults as readonly string[]).includes(result)

/** The ways in which a session of a tenant's person can begin. */
const beginnings = ['email', 'phone', 'reset', 'invitation', 'organisation', 'api'] as const
export type SignInMethod = (typeof beginnings)[number]
/** What the log of an organisation tells apart, and what that of the operators does. */
export const signInMethods = [...beginnings, 'confirm'] as const
export const operatorSignInMethods = ['email', 'totp', 'recovery_code', 'reset', 'confirm'] as const

/** What may be written down: each has words, which a test holds against these lists. */
export type SomeMethod = (typeof signInMethods | typeof operatorSignInMethods)[number]
export type SignInResult = (typeof goodResults)[number] | RefusalCode

export interface SignInRow {
  id: string
  at: Date
  /** Null when nobody has the address that was typed. */
  person: string | null
  person_id: string | null
  /** `success` and `failed`; or a good result after which nobody was in yet. */
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

/** A way in of the reader's own. */
export interface OwnSignInRow extends Pick<SignInRow, 'id' | 'at' | 'method' | 'ip'> {
  /** One of {@link goodResults}, or the code of a refusal. */
  result: string
  device: string
}

export const ownSignInColumns = columnsOf<OwnSignInRow>()(
  { key: 'at', label: 'profile.at', kind: 'instant', sort: true },
  { key: 'method', label: 'profile.method', words: 'profile.methods' },
  { key: 'result', label: 'profile.result' },
  { key: 'device', label: 'profile.device' },
  { key: 'ip', label: 'profile.ip' },
)

/** The search of a log in which these ways can stand. */
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
