import { leadFromImage, removeImageAction } from '#app/server/documents/image-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'program.edit' } satisfies Handle

export const loader = leadFromImage('program')

export const action = removeImageAction('program')
