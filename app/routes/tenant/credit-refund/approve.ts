import { creditRefundRequest } from '#app/server/requests/credit-refund.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'credit_refund.approve' } satisfies Handle

export const loader = creditRefundRequest.approve.loader
export const action = creditRefundRequest.approve.action
