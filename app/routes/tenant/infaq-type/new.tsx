import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'infaq_type.create', title: 'infaq_type.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
