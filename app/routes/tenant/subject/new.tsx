import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'subject.create', title: 'subject.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
