import type { z } from 'zod'
import { columnsOf } from '#app/domain/columns.ts'
import { dateFilter, oneOf, searchOf } from '#app/domain/search.ts'

/** How an operator tried to get in. */
export const signInMethods = ['email', 'totp', 'recovery_code', 'reset', 'confirm'] as const
export const signInOutcomes = ['success', 'failed'] as const
/** Results that are no refusals; any other is the code of one. */
export const goodResults = ['signed_in', 'code_asked', 'confirmed'] as const

export interface SignInRow {
  id: string
  at: Date
  method: string
  /** One of {@link goodResults}, or `refused`. */
  result: string
  device: string
  ip: string | null
}

export const signInColumns = columnsOf<SignInRow>()(
  { key: 'at', label: 'operator.log.at', kind: 'instant', sort: true },
  { key: 'method', label: 'operator.log.method', words: 'operator.log.methods' },
  { key: 'result', label: 'operator.log.result', words: 'operator.log.results' },
  { key: 'device', label: 'operator.log.device' },
  { key: 'ip', label: 'operator.log.ip' },
)

export const signInSearch = searchOf(['at'], {
  method: oneOf(signInMethods),
  outcome: oneOf(signInOutcomes),
  from: dateFilter,
  to: dateFilter,
})
export type SignInSearch = z.output<typeof signInSearch>

export interface OpenSession {
  id: string
  device: string
  last_used_at: Date
  created_at: Date
  ip: string | null
}

export const sessionColumns = columnsOf<OpenSession>()(
  { key: 'device', label: 'operator.log.device' },
  { key: 'last_used_at', label: 'operator.last_used_at', kind: 'instant' },
  { key: 'created_at', label: 'operator.signed_in_at', kind: 'instant' },
  { key: 'ip', label: 'operator.log.ip' },
)
