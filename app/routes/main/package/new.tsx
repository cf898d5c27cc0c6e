import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.package.edit', title: 'package.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
