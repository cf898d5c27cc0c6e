import { feeTypes } from '#app/domain/catalogue/fee-types/change-fee-type.ts'
import { leadToList, removeAction } from '#app/server/forms/kept-noun.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'fee_type.remove' } satisfies Handle

export const loader = leadToList(feeTypes)

export const action = removeAction(feeTypes)
