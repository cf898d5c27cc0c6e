import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'admin.operator.edit', title: 'operator.new' } satisfies Handle

export { action, default, loader } from './operator.edit.tsx'
