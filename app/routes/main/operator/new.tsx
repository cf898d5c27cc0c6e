import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.operator.edit', title: 'operator.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
