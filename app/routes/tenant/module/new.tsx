import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'module.create', title: 'module.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
