import { operatorRoles } from '#app/domain/core/access/operator-access.ts'

export { operatorRoles }

/** `invited`: has no password yet. */
export const operatorStatuses = ['invited', 'active', 'inactive'] as const

export const secondFactorStates = ['on', 'off'] as const
