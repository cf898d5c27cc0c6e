import type { z } from 'zod'
import { columnsOf } from '#app/domain/columns.ts'
import { dateFilter, idFilter, oneOf, searchOf } from '#app/domain/search.ts'

/** How a way in, or a proof of who one is, turned out. */
export const signInOutcomes = ['success', 'failed'] as const
/** The results that are no refusals; any other is the code of one. */
export const goodResults = ['signed_in', 'confirmed'] as const
export const signInMethods = [
  'email',
  'phone',
  'reset',
  'invitation',
  'organisation',
  'api',
  'confirm',
  'second_factor',
  'recovery_code',
] as const

export interface SignInRow {
  id: string
  at: Date
  /** Null when nobody has the address that was typed. */
  person: string | null
  person_id: string | null
  outcome: (typeof signInOutcomes)[number]
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
  { key: 'method', label: 'audit.login.method', words: 'audit.login.methods' },
  { key: 'reason', label: 'audit.login.reason', words: 'refusal' },
  { key: 'at', label: 'audit.at', kind: 'instant', sort: true },
  { key: 'device', label: 'audit.device' },
  { key: 'ip', label: 'audit.ip' },
)

export const signInSearch = searchOf(['at'], {
  outcome: oneOf(signInOutcomes),
  method: oneOf(signInMethods),
  person: idFilter,
  from: dateFilter,
  to: dateFilter,
})
export type SignInSearch = z.output<typeof signInSearch>
