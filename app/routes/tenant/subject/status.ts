import { subjects } from '#app/domain/catalogue/subjects/change-subject.ts'
import { leadToList, statusAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'subject.edit' } satisfies Handle

export const loader = leadToList(subjects)

export const action = statusAction(subjects)
