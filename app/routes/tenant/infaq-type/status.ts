import { infaqTypes } from '#app/domain/giving/donation-types/infaq-types.ts'
import { leadToList, statusAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'infaq_type.edit' } satisfies Handle

export const loader = leadToList(infaqTypes)

export const action = statusAction(infaqTypes)
