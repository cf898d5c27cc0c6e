import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.holiday.edit', title: 'holiday.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
