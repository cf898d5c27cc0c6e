import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'attendance.remove', title: 'closure.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
