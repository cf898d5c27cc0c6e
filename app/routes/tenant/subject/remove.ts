import { subjects } from '#app/domain/catalogue/subjects/change-subject.ts'
import { leadToList, removeAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'subject.remove' } satisfies Handle

export const loader = leadToList(subjects)

export const action = removeAction(subjects)
