import { creditRefundRequest } from '#app/server/requests/credit-refund.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'credit_refund.request' } satisfies Handle

export const loader = creditRefundRequest.withdraw.loader
export const action = creditRefundRequest.withdraw.action
