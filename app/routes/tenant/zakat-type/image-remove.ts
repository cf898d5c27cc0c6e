import { leadFromImage, removeImageAction } from '#app/server/documents/image-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'zakat_type.edit' } satisfies Handle

export const loader = leadFromImage('zakat_type')

export const action = removeImageAction('zakat_type')
