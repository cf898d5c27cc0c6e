import { lineTemplates } from '#app/domain/catalogue/line-templates/line-templates.ts'
import { leadToList, statusAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'line_template.edit' } satisfies Handle

export const loader = leadToList(lineTemplates)

export const action = statusAction(lineTemplates)
