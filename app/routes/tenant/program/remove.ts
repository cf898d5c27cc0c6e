import { programs } from '#app/domain/catalogue/programs/programs.ts'
import { leadToList, removeAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'program.remove' } satisfies Handle

export const loader = leadToList(programs)

export const action = removeAction(programs)
