import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'discount.create', title: 'discount.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
