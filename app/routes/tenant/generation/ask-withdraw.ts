import { redirect } from '@remix-run/node'
import { paths } from '#app/paths.ts'
import { handOverPages } from '#app/server/hand-overs/hand-over-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'generation.preview' } satisfies Handle

export const loader = () => redirect(paths.generation.list())

export const action = handOverPages('generation').withdraw
