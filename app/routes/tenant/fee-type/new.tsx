import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'fee_type.create', title: 'fee_type.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
