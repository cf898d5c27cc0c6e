import { programs } from '#app/domain/catalogue/programs/programs.ts'
import { leadToList, statusAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'program.edit' } satisfies Handle

export const loader = leadToList(programs)

export const action = statusAction(programs)
