import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changeAt } from '#app/domain/core/changed.ts'
import { refuseOwnFamily, refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { requestVerbs } from '#app/domain/core/four-eyes/requests.ts'
import { nextNumber } from '#app/domain/core/numbering.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { accountsOfFamily, type CreditRefund, creditRefund, creditRefundsIn } from './find-credit-refunds.ts'

/** While it waits its credit is reserved; turned down or taken back, it is free again. */
export const refunds = requestVerbs({
  noun: 'credit_refund',
  waiting: 'requested',
  over: 'credit_refund.state',
  reached: creditRefundsIn,
  find: creditRefund,
  async refuseDecider(trx, actor, row) {
    refuseOwnRequest(actor, row)
    refuseOwnFamily(actor, await accountsOfFamily(trx, row.parent_id))
  },
  told: ({ parent, amount_sen }, more) => named(parent, { after: { amount_sen, ...more } }),
})
export const { reject: rejectRefund, withdraw: withdrawRefund } = refunds

/**
 * Approves what somebody else asked for: it has a number now, and waits to be paid; through CHIP a job
 * sends it. Refuses who asked, a parent of the
 * family (four_eyes.own_family), and what is not open any more (credit_refund.state).
 */
export async function approveRefund(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  today: string,
): Promise<CreditRefund & { number: string }> {
  const row = await refunds.toDecide(trx, actor, scope, id)
  const number = await nextNumber(
    trx,
    'credit_refund',
    (await settings(trx, 'numbering')).refund_prefix,
    today,
  )
  await refunds.decide(trx, actor, row, { status: 'approved', number }, { more: { number } })
  if (row.method === 'chip') await enqueue(trx, 'credit_refund.chip', { credit_refund_id: id })
  return { ...row, number }
}

/**
 * Calls off what was approved and is not paid yet; its credit is free again, its number stays used. Refuses a parent of
 * the family, and what is not waiting to be paid.
 */
export async function cancelRefund(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { decision_reason: cancel_reason }: { decision_reason: string },
): Promise<CreditRefund> {
  const row = await refunds.heldAt(trx, scope, id, 'approved')
  refuseOwnFamily(actor, await accountsOfFamily(trx, row.parent_id))
  const values = {
    status: 'cancelled',
    cancel_reason,
    cancelled_by: actor.id,
    cancelled_at: sql<Date>`now()`,
  }
  await changeAt(trx, actor, 'credit_refund', row, values, { status: 'approved' })
  const after = { amount_sen: row.amount_sen, number: row.number, cancel_reason }
  await record(
    trx,
    actor,
    'credit_refund.cancelled',
    { type: 'credit_refund', id },
    named(row.parent, { after }),
  )
  return row
}
