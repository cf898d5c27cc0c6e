import { imageAnswer } from '#app/server/documents/image-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'infaq_type.view' } satisfies Handle

export const loader = imageAnswer('infaq_type')
