import { formatRinggit } from '#app/domain/core/money.ts'
import { approveFundMove } from '#app/domain/giving/funds/change-fund-move.ts'
import { leadToRequests, requestAction } from '#app/server/forms/request-verbs.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'fund_move.approve' } satisfies Handle

export const loader = leadToRequests('fund_move')

export const action = requestAction(
  'fund_move',
  'fund_move.approve',
  approveFundMove,
  ({ amount_sen, type }) => ['fund_moved', { amount: formatRinggit(amount_sen), name: type }],
)
