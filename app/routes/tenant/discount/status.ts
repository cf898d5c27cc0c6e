import { discounts } from '#app/domain/catalogue/discounts/discounts.ts'
import { leadToList, statusAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'discount.edit' } satisfies Handle

export const loader = leadToList(discounts)

export const action = statusAction(discounts)
