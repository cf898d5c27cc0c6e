import { branches } from '#app/domain/catalogue/branches/branches.ts'
import { leadToList, statusAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'branch.edit' } satisfies Handle

export const loader = leadToList(branches)

export const action = statusAction(branches)
