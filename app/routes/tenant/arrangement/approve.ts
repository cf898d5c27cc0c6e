import { arrangementRequest } from '#app/server/requests/arrangement.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'arrangement.approve' } satisfies Handle

export const loader = arrangementRequest.approve.loader
export const action = arrangementRequest.approve.action
