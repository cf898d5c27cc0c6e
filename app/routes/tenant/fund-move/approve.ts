import { fundMoveRequest } from '#app/server/requests/fund-move.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'fund_move.approve' } satisfies Handle

export const loader = fundMoveRequest.approve.loader
export const action = fundMoveRequest.approve.action
