import { discounts } from '#app/domain/catalogue/discounts/discounts.ts'
import { leadToList, removeAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'discount.remove' } satisfies Handle

export const loader = leadToList(discounts)

export const action = removeAction(discounts)
