import { columnsOf } from '#app/domain/lists/columns.ts'
import { operatorRoles } from '#app/domain/operator-access.ts'

export { operatorRoles }

/** `invited`: has no password yet. */
export const operatorStatuses = ['invited', 'active', 'inactive'] as const

export const secondFactorStates = ['on', 'off'] as const

export interface OperatorRow {
  id: string
  name: string
  email: string
  role: string
  second_factor: string
  last_login_at: Date | null
  status: string
}

export const operatorColumns = columnsOf<OperatorRow>()(
  { key: 'name', label: 'operator.name', sort: true },
  { key: 'email', label: 'operator.email', sort: true },
  { key: 'role', label: 'operator.role', words: 'common.role', sort: true },
  { key: 'second_factor', label: 'operator.second_factor', words: 'operator.second_factors', sort: true },
  { key: 'last_login_at', label: 'operator.last_login_at', kind: 'instant', sort: true },
  { key: 'status', label: 'operator.status', kind: 'status', sort: true },
)
