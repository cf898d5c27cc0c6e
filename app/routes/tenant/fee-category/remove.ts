import { feeCategories } from '#app/domain/catalogue/fee-categories/change-fee-category.ts'
import { leadToList, removeAction } from '#app/server/forms/kept-noun.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'fee_category.remove' } satisfies Handle

export const loader = leadToList(feeCategories)

export const action = removeAction(feeCategories)
