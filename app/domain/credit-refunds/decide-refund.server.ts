import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/actor.ts'
import { named, record } from '#app/domain/audit.ts'
import { changeAt } from '#app/domain/changed.ts'
import { isOwnRequest, refuseOwnFamily, refuseOwnRequest } from '#app/domain/four-eyes.ts'
import { nextNumber } from '#app/domain/numbering.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { settings } from '#app/domain/settings.server.ts'
import type { DB } from '#db/types.ts'
import type { CreditRefundStatus } from './credit-refund.ts'
import {
  accountsOfFamily,
  type CreditRefund,
  creditRefund,
  creditRefundsIn,
} from './find-credit-refunds.server.ts'

/**
 * Approves what somebody else asked for: it has a number now, and waits to be paid. Refuses who asked, a parent of the
 * family (four_eyes.own_family), and what is not open any more (credit_refund.state).
 */
export async function approveRefund(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  today: string,
): Promise<CreditRefund & { number: string }> {
  const row = await refundAt(trx, scope, id, 'requested')
  refuseOwnRequest(actor, row)
  refuseOwnFamily(actor, await accountsOfFamily(trx, row.parent_id))
  const number = await nextNumber(
    trx,
    'credit_refund',
    (await settings(trx, 'numbering')).refund_prefix,
    today,
  )
  await changeAt(
    trx,
    actor,
    'credit_refund',
    row,
    { status: 'approved', number, decided_by: actor.id, decided_at: sql<Date>`now()` },
    { status: 'requested' },
  )
  const after = { amount_sen: row.amount_sen, number, asked_by: row.requester }
  await record(
    trx,
    actor,
    'credit_refund.approved',
    { type: 'credit_refund', id },
    named(row.parent, { after }),
  )
  return { ...row, number }
}

/** Turns a request down; its credit is free again. Refuses who asked, a parent of the family, and what is not open any more. */
export async function rejectRefund(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  decision_reason: string,
): Promise<CreditRefund> {
  const row = await refundAt(trx, scope, id, 'requested')
  refuseOwnRequest(actor, row)
  refuseOwnFamily(actor, await accountsOfFamily(trx, row.parent_id))
  const values = { status: 'rejected', decision_reason, decided_by: actor.id, decided_at: sql<Date>`now()` }
  await changeAt(trx, actor, 'credit_refund', row, values, { status: 'requested' })
  const after = { amount_sen: row.amount_sen, decision_reason, asked_by: row.requester }
  await record(
    trx,
    actor,
    'credit_refund.rejected',
    { type: 'credit_refund', id },
    named(row.parent, { after }),
  )
  return row
}

/** Takes the own request back; its credit is free again. Refuses anybody else (credit_refund.not_yours). */
export async function withdrawRefund(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<CreditRefund> {
  const row = await refundAt(trx, scope, id, 'requested')
  if (!isOwnRequest(actor, row)) throw new Refusal('credit_refund.not_yours')
  const values = { status: 'withdrawn', decided_by: actor.id, decided_at: sql<Date>`now()` }
  await changeAt(trx, actor, 'credit_refund', row, values, { status: 'requested' })
  const after = { amount_sen: row.amount_sen }
  await record(
    trx,
    actor,
    'credit_refund.withdrawn',
    { type: 'credit_refund', id },
    named(row.parent, { after }),
  )
  return row
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
  cancel_reason: string,
): Promise<CreditRefund> {
  const row = await refundAt(trx, scope, id, 'approved')
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

/** Locked, so that of two who want something of it the second finds what the first did (credit_refund.state). */
export async function refundAt(
  trx: Transaction<DB>,
  scope: RowScope,
  id: string,
  status: CreditRefundStatus,
): Promise<CreditRefund> {
  await creditRefundsIn(trx, scope)
    .select('credit_refund.id')
    .where('credit_refund.id', '=', id)
    .forUpdate('credit_refund')
    .execute()
  const row = await creditRefund(trx, scope, id)
  if (row.status !== status) throw new Refusal('credit_refund.state')
  return row
}
