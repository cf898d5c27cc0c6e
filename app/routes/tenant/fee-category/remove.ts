import { feeCategories } from '#app/domain/catalogue/fee-categories/fee-categories.ts'
import { leadToList, removeAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'fee_category.remove' } satisfies Handle

export const loader = leadToList(feeCategories)

export const action = removeAction(feeCategories)
