import { imageAnswer } from '#app/server/documents/image-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'program.view', helper: true } satisfies Handle

export const loader = imageAnswer('program')
