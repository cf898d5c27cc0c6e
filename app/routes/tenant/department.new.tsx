import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'department.create', title: 'department.new' } satisfies Handle

export { action, default, loader } from './department.edit.tsx'
