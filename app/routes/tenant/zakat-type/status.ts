import { zakatTypes } from '#app/domain/giving/donation-types/zakat-types.ts'
import { leadToList, statusAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'zakat_type.edit' } satisfies Handle

export const loader = leadToList(zakatTypes)

export const action = statusAction(zakatTypes)
