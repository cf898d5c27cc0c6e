import { imageAnswer } from '#app/server/documents/image-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'zakat_type.view' } satisfies Handle

export const loader = imageAnswer('zakat_type')
