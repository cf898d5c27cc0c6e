import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'program.create', title: 'program.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
