import { formatRinggit } from '#app/domain/core/money.ts'
import { withdrawRefund } from '#app/domain/payments/credit-refunds/decide-refund.ts'
import { leadToRequests, requestAction } from '#app/server/forms/request-verbs.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'credit_refund.request' } satisfies Handle

export const loader = leadToRequests('credit_refund')

export const action = requestAction(
  'credit_refund',
  'credit_refund.request',
  withdrawRefund,
  ({ amount_sen, parent }) => [
    'credit_refund_withdrawn',
    { amount: formatRinggit(amount_sen), name: parent },
  ],
)
