import { departments } from '#app/domain/catalogue/departments/departments.ts'
import { leadToList, removeAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'department.remove' } satisfies Handle

export const loader = leadToList(departments)

export const action = removeAction(departments)
