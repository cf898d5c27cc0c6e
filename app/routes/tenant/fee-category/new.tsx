import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'fee_category.create', title: 'fee_category.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
