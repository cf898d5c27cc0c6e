import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'department.create', title: 'department.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
