import { arrangementRequest } from '#app/server/requests/arrangement.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'arrangement.request' } satisfies Handle

export const loader = arrangementRequest.withdraw.loader
export const action = arrangementRequest.withdraw.action
