import { feeTypes } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { leadToList, removeAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'fee_type.remove' } satisfies Handle

export const loader = leadToList(feeTypes)

export const action = removeAction(feeTypes)
