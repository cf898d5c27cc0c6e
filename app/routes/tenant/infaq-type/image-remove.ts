import { leadFromImage, removeImageAction } from '#app/server/documents/image-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'infaq_type.edit' } satisfies Handle

export const loader = leadFromImage('infaq_type')

export const action = removeImageAction('infaq_type')
