import { creditMoveRequest } from '#app/server/requests/credit-move.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'credit_move.approve' } satisfies Handle

export const loader = creditMoveRequest.approve.loader
export const action = creditMoveRequest.approve.action
