import { formatRinggit } from '#app/domain/core/money.ts'
import { withdrawFundMove } from '#app/domain/giving/funds/change-fund-move.ts'
import { leadToRequests, requestAction } from '#app/server/forms/request-verbs.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'fund_move.request' } satisfies Handle

export const loader = leadToRequests('fund_move')

export const action = requestAction(
  'fund_move',
  'fund_move.request',
  withdrawFundMove,
  ({ amount_sen, type }) => ['fund_move_withdrawn', { amount: formatRinggit(amount_sen), name: type }],
)
