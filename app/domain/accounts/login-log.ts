import type { z } from 'zod'
import { columnsOf } from '#app/domain/columns.ts'
import { dateFilter, oneOf, searchOf } from '#app/domain/search.ts'

/** How a way in, or a proof of who one is, turned out. */
export const loginOutcomes = ['success', 'failed'] as const
/** The results that are no refusals; any other is the code of one. */
export const goodResults = ['signed_in', 'confirmed'] as const
export const loginMethods = [
  'email',
  'phone',
  'reset',
  'invitation',
  'organisation',
  'api',
  'confirm',
] as const

export interface LoginRow {
  id: string
  at: Date
  method: string
  result: string
  device: string
  ip: string | null
}

export const loginColumns = columnsOf<LoginRow>()(
  { key: 'at', label: 'profile.at', kind: 'instant', sort: true },
  { key: 'method', label: 'profile.method', words: 'profile.methods' },
  { key: 'result', label: 'profile.result' },
  { key: 'device', label: 'profile.device' },
  { key: 'ip', label: 'profile.ip' },
)

export const loginSearch = searchOf(['at'], {
  outcome: oneOf(loginOutcomes),
  method: oneOf(loginMethods),
  from: dateFilter,
  to: dateFilter,
})
export type LoginSearch = z.output<typeof loginSearch>
