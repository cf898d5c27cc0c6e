import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Permission } from '#app/domain/core/access/access.ts'
import { isOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { isOwnFamily } from '#app/domain/core/four-eyes/own-family.ts'
import {
  matchingPayments,
  slipWarnings,
  transferSlip,
} from '#app/domain/payments/transfer-slips/find-slips.ts'
import { idOf } from '#app/server/routing/params.ts'
import { newId } from '#db/id.ts'

/** A slip as its page shows it: what speaks against it is for the office alone, and who decided is told to no family. */
export async function openedSlip({ params, context }: LoaderFunctionArgs, permission: Permission) {
  const scope = context.scope(permission)
  const id = idOf(params, 'not_found.transfer_slip')
  const db = await context.read()
  const found = await transferSlip(db, scope, id)
  const office = context.can('payment.confirm_slip')
  const open = found.status === 'requested'
  const [signs, twins, isFamily] = await Promise.all([
    office ? slipWarnings(db, scope, found) : [],
    office && open ? matchingPayments(db, found) : [],
    office && isOwnFamily(db, context.actor, { type: 'transfer_slip', ids: [id] }),
  ])
  const {
    requested_by,
    file_hash: _,
    payer_parent_id: __,
    parent_id: ___,
    decider,
    requester,
    ...row
  } = found
  const isOwn = isOwnRequest(context.actor, { requested_by })
  return {
    row: { ...row, decider: office ? decider : null, requester: office ? requester : null },
    ...{ signs, twins, office, form_key: newId() },
    may: {
      decide: open && office && !isOwn && !isFamily,
      withdraw: open && isOwn && context.can('payment.pay_online'),
      /** It was rejected by mistake, or its payment was cancelled. */
      reopen:
        office &&
        !isOwn &&
        !isFamily &&
        row.content_type !== null &&
        !row.paper_due &&
        (row.status === 'rejected' || (row.status === 'confirmed' && row.payment_status === 'cancelled')),
      /** It was confirmed by mistake. */
      cancel:
        office &&
        row.status === 'confirmed' &&
        row.payment_status === 'paid' &&
        (context.can('payment.cancel') || context.can('payment.request_cancel')),
    },
  }
}
