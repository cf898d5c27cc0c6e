import { discounts } from '#app/domain/catalogue/discounts/change-discount.ts'
import { leadToList, statusAction } from '#app/server/forms/kept-noun.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'discount.edit' } satisfies Handle

export const loader = leadToList(discounts)

export const action = statusAction(discounts)
