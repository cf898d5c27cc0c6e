import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'payment_option.create', title: 'payment_option.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
