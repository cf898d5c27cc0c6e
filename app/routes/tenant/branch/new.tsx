import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'branch.create', title: 'branch.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
