import { redirect } from '@remix-run/node'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest', helper: true } satisfies Handle

export const loader = () => redirect(paths.dashboard())
