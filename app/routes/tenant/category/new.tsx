import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'category.create', title: 'category.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
