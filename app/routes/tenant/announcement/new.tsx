import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'announcement.create', title: 'announcement.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
