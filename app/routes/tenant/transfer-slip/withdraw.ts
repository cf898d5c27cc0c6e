import { transferSlipRequest } from '#app/server/requests/transfer-slip.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'payment.pay_online' } satisfies Handle

export const loader = transferSlipRequest.withdraw.loader
export const action = transferSlipRequest.withdraw.action
