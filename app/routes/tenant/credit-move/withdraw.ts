import { creditMoveRequest } from '#app/server/requests/credit-move.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'credit_move.request' } satisfies Handle

export const loader = creditMoveRequest.withdraw.loader
export const action = creditMoveRequest.withdraw.action
