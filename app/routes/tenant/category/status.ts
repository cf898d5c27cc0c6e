import { categories } from '#app/domain/catalogue/categories/change-category.ts'
import { leadToList, statusAction } from '#app/server/forms/kept-noun.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'category.edit' } satisfies Handle

export const loader = leadToList(categories)

export const action = statusAction(categories)
