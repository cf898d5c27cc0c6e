import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'branch.create', title: 'branch.new' } satisfies Handle

export { action, default, loader } from './branch.edit.tsx'
