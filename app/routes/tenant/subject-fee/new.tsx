import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'subject_fee.create', title: 'subject_fee.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
