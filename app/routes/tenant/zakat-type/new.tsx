import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'zakat_type.create', title: 'zakat_type.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
