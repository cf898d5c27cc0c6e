import { leadFromImage, removeImageAction } from '#app/server/documents/image-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'subject.edit' } satisfies Handle

export const loader = leadFromImage('subject')

export const action = removeImageAction('subject')
