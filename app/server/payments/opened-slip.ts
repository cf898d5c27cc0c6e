import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Permission } from '#app/domain/core/access/access.ts'
import { isOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { accountsOfFamily } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import {
  matchingPayments,
  slipWarnings,
  transferSlip,
} from '#app/domain/payments/transfer-slips/find-slips.ts'
import { idOf } from '#app/server/routing/params.ts'

/** A slip as its page shows it: what speaks against it is for the office alone, and who decided is told to no family. */
export async function openedSlip({ params, context }: LoaderFunctionArgs, permission: Permission) {
  const scope = context.scope(permission)
  const id = idOf(params, 'not_found.transfer_slip')
  const db = await context.read()
  const found = await transferSlip(db, scope, id)
  const office = context.can('payment.confirm_slip')
  const open = found.status === 'requested'
  const [signs, twins, accounts] = await Promise.all([
    office ? slipWarnings(db, scope, found) : [],
    office && open ? matchingPayments(db, found) : [],
    accountsOfFamily(db, found.parent_id),
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
    ...{ signs, twins, office },
    may: {
      decide: open && office && !isOwn && !accounts.includes(context.actor.id),
      withdraw: open && isOwn && context.can('payment.pay_online'),
    },
  }
}
