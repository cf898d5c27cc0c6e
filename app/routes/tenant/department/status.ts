import { departments } from '#app/domain/catalogue/departments/departments.ts'
import { leadToList, statusAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'department.edit' } satisfies Handle

export const loader = leadToList(departments)

export const action = statusAction(departments)
