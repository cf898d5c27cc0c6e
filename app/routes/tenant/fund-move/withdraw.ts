import { fundMoveRequest } from '#app/server/requests/fund-move.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'fund_move.request' } satisfies Handle

export const loader = fundMoveRequest.withdraw.loader
export const action = fundMoveRequest.withdraw.action
