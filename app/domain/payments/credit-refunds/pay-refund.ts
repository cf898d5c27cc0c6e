import { sql, type Transaction } from 'kysely'
import { heldCredit } from '#app/domain/accounting/credits/find-credits.ts'
import { refuseClosedMonth } from '#app/domain/accounting/months/month.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changeAt } from '#app/domain/core/changed.ts'
import { instantIn } from '#app/domain/core/dates.ts'
import { refuseOwnFamily } from '#app/domain/core/four-eyes/four-eyes.ts'
import { familyRecipient } from '#app/domain/core/letters/recipients.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { PayRefundInput } from './credit-refund.ts'
import { refunds } from './decide-refund.ts'
import { accountsOfFamily, type CreditRefund } from './find-credit-refunds.ts'

interface Paid {
  input: PayRefundInput
  today: string
}

/**
 * Writes down that the money of an approved refund has gone: in the same act it leaves the family's credit, and the
 * family is mailed. Refuses what is not waiting to be paid (credit_refund.state), what CHIP sends back
 * (credit_refund.by_chip), a parent of the family, a transfer
 * without the bank's reference, and a day that is to come, before the approval or in a closed month.
 */
export async function payRefund(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { input: { paid_on, bank_reference }, today }: Paid,
): Promise<CreditRefund> {
  const row = await refunds.heldAt(trx, scope, id, 'approved')
  refuseOwnFamily(actor, await accountsOfFamily(trx, row.parent_id))
  const { method } = row
  if (method === 'chip') throw new Refusal('credit_refund.by_chip')
  if (method === 'bank_transfer' && !bank_reference)
    throw new Refusal('payment.reference_required', 'bank_reference')
  if (paid_on > today) throw new Refusal('credit_refund.future', 'paid_on')
  const approved_on = instantIn(row.decided_at!).slice(0, 10)
  if (paid_on < approved_on)
    throw new Refusal('credit_refund.before_approval', 'paid_on', { date: approved_on })
  await refuseClosedMonth(trx, paid_on, 'paid_on')
  return completeRefund(trx, actor, row, {
    from: 'approved',
    paid_on,
    bank_reference: bank_reference ?? null,
  })
}

interface Gone {
  /** The status before. */
  from: 'approved' | 'sending'
  paid_on: string
  bank_reference: string | null
}

/** Marks a locked refund as paid: deducts it from the family's credit in the same transaction and mails the family. */
export async function completeRefund(
  trx: Transaction<DB>,
  actor: Actor,
  row: CreditRefund,
  { from, paid_on, bank_reference }: Gone,
): Promise<CreditRefund> {
  const { id, parent_id, amount_sen, method } = row
  // Locked as by every use of credit; the amount has been reserved since the request.
  await heldCredit(trx, parent_id)
  const values = {
    ...{ status: 'paid', paid_on, bank_reference },
    ...{ paid_by: actor.id, paid_at: sql<Date>`now()` },
  }
  await changeAt(trx, actor, 'credit_refund', row, values, { status: from })
  const entry = { delta_sen: -amount_sen, reason: 'refund', credit_refund_id: id }
  await trx
    .insertInto('credit_entry')
    .values({ id: newId(), parent_id, ...entry, created_by: actor.id })
    .execute()
  const after = { number: row.number, amount_sen, method, paid_on, bank_reference }
  await record(trx, actor, 'credit_refund.paid', { type: 'credit_refund', id }, named(row.parent, { after }))
  await record(
    trx,
    actor,
    'credit.refunded',
    { type: 'parent', id: parent_id },
    { after: { delta_sen: -amount_sen, number: row.number } },
  )
  const { address } = await familyRecipient(trx, parent_id)
  if (address) await enqueue(trx, 'credit_refund.send', { credit_refund_id: id })
  return row
}
