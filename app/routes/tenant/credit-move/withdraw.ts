import { withdrawMove } from '#app/domain/accounting/credit-moves/change-credit-move.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { leadToRequests, requestAction } from '#app/server/forms/request-verbs.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'credit_move.request' } satisfies Handle

export const loader = leadToRequests('credit_move')

export const action = requestAction(
  'credit_move',
  'credit_move.request',
  withdrawMove,
  ({ amount_sen, to_parent }) => [
    'credit_move_withdrawn',
    { amount: formatRinggit(amount_sen), name: to_parent },
  ],
)
