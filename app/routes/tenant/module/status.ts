import { modules } from '#app/domain/catalogue/modules/modules.ts'
import { leadToList, statusAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'module.edit' } satisfies Handle

export const loader = leadToList(modules)

export const action = statusAction(modules)
