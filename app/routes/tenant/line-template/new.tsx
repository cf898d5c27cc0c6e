import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'line_template.create', title: 'line_template.new' } satisfies Handle

export { action, default, loader } from './edit.tsx'
