import { settleSlip } from '#app/domain/payments/transfer-slips/change-slip.ts'
import { settleSlipForm } from '#app/domain/payments/transfer-slips/transfer-slip.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import { transferSlipRequest } from '#app/server/requests/transfer-slip.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The money of a slip is in a payment already. */
export const handle = { access: 'payment.confirm_slip' } satisfies Handle

export const loader = transferSlipRequest.leadToList

export const action = rowVerb(
  settleSlipForm,
  'not_found.transfer_slip',
  paths.transfer_slip.view,
  async ({ trx, actor, context }, { id, payment_id }) => {
    const scope = context.scope('payment.confirm_slip')
    const { number } = await settleSlip(trx, actor, scope, id, payment_id)
    return redirectWith(paths.transfer_slip.view(id), 'transfer_slip_settled', { number })
  },
)
