import { withdrawSlip } from '#app/domain/payments/transfer-slips/decide-slip.ts'
import { leadToRequests, requestAction } from '#app/server/forms/request-verbs.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'payment.pay_online' } satisfies Handle

export const loader = leadToRequests('transfer_slip')

export const action = requestAction('transfer_slip', 'payment.pay_online', withdrawSlip, () => [
  'transfer_slip_withdrawn',
  {},
])
