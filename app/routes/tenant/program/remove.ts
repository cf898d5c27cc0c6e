import { programs } from '#app/domain/catalogue/programs/change-program.ts'
import { leadToList, removeAction } from '#app/server/forms/kept-noun.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'program.remove' } satisfies Handle

export const loader = leadToList(programs)

export const action = removeAction(programs)
