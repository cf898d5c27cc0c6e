import { feeCategories } from '#app/domain/catalogue/fee-categories/fee-categories.ts'
import { leadToList, statusAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'fee_category.edit' } satisfies Handle

export const loader = leadToList(feeCategories)

export const action = statusAction(feeCategories)
