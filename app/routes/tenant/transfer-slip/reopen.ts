import { reopenSlip } from '#app/domain/payments/transfer-slips/change-slip.ts'
import { reopenSlipForm } from '#app/domain/payments/transfer-slips/transfer-slip.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import { transferSlipRequest } from '#app/server/requests/transfer-slip.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A slip that was rejected by mistake, or whose payment was cancelled, is decided once more. */
export const handle = { access: 'payment.confirm_slip' } satisfies Handle

export const loader = transferSlipRequest.leadToList

export const action = rowVerb(
  reopenSlipForm,
  'not_found.transfer_slip',
  paths.transfer_slip.view,
  async ({ trx, actor, context }, { id }) => {
    const { parent } = await reopenSlip(trx, actor, context.scope('payment.confirm_slip'), id)
    return redirectWith(paths.transfer_slip.view(id), 'transfer_slip_reopened', { name: parent })
  },
)
