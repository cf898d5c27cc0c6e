import { branches } from '#app/domain/catalogue/branches/branches.ts'
import { leadToList, removeAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'branch.remove' } satisfies Handle

export const loader = leadToList(branches)

export const action = removeAction(branches)
