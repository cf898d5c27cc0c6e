import { zakatTypes } from '#app/domain/giving/zakat-types/change-zakat-type.ts'
import { leadToList, removeAction } from '#app/server/forms/kept-noun.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'zakat_type.remove' } satisfies Handle

export const loader = leadToList(zakatTypes)

export const action = removeAction(zakatTypes)
