import { categories } from '#app/domain/catalogue/categories/categories.ts'
import { leadToList, statusAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'category.edit' } satisfies Handle

export const loader = leadToList(categories)

export const action = statusAction(categories)
