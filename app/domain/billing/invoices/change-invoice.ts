import { type Kysely, sql, type Transaction } from 'kysely'
import { returnToCredit } from '#app/domain/accounting/credits/book-credit.ts'
import { refuseClosedMonth } from '#app/domain/accounting/months/open-month.ts'
import { spendCredit } from '#app/domain/billing/credits/use-credit.ts'
import { freeFees } from '#app/domain/billing/plan/claim.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed, refuseStale } from '#app/domain/core/changed.ts'
import { mayBecome } from '#app/domain/core/invoicing/invoice-status.ts'
import { lockedInvoice, refuseIssued, refuseUncancellable } from '#app/domain/core/invoicing/locked.ts'
import { nextNumber } from '#app/domain/core/numbering.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { refuseDueDate } from './drafts.ts'
import { rateOf, retellTax, sumsOf } from './lines.ts'

/**
 * Issues a draft: it gets the next number, today's date and, if that is wanted and its payer has an e-mail address, is
 * sent. From here on its lines stand still; the tax is taken by the rules of this day. What the family has as credit pays
 * its open invoices in their turn. Refuses a total of nothing, a due date that has passed and a day in a closed month.
 * Returns the number and the address that it goes to.
 */
export async function issueInvoice(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { version, send, today }: { version: number; send: boolean; today: string },
): Promise<{ number: string; mailed_to: string | null }> {
  await refuseClosedMonth(trx, today)
  const before = await lockedInvoice(trx, scope, id)
  refuseIssued(before)
  refuseStale(before, version)
  if (!before.is_carried_over) refuseDueDate(before.due_on, today)
  const sums = await retaxed(trx, id, before.student_id)
  if (sums.total_sen === 0) throw new Refusal('invoice.total_zero')
  const { invoice_prefix } = await settings(trx, 'numbering')
  const number = await nextNumber(trx, 'invoice', invoice_prefix, today)
  const after = { status: 'unpaid', number, issued_on: today, ...sums }
  const mailed_to = send ? before.payer_email : null
  await trx
    .updateTable('invoice')
    .set({ ...after, ...changed(actor) })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('version', '=', version)
    .execute()
  await record(
    trx,
    actor,
    'invoice.issued',
    { type: 'invoice', id },
    {
      before: { status: before.status },
      after: { ...after, mailed_to },
    },
  )
  await spendCredit(trx, actor, [before.payer_parent_id], today)
  if (mailed_to) await enqueue(trx, 'invoice.send', { invoice_id: id })
  return { number, mailed_to }
}

/** The lines of a draft under the tax rules of now, with the sums of the whole. */
export async function sumsOfToday(db: Kysely<DB>, invoice_id: string, student_id: string) {
  const items = await db
    .selectFrom('invoice_item')
    .select(['id', 'quantity_hundredths', 'price_sen', 'discount_sen', 'taxable', 'tax_sen'])
    .where('invoice_id', '=', invoice_id)
    .orderBy('position')
    .execute()
  const lines = items.map((item) => ({
    quantity: item.quantity_hundredths,
    price: item.price_sen,
    discount: item.discount_sen,
    taxable: item.taxable,
  }))
  return { items, ...sumsOf(lines, await rateOf(db, student_id)) }
}

/** Taxes the lines of a draft anew; returns the sums of the whole. */
async function retaxed(trx: Transaction<DB>, invoice_id: string, student_id: string) {
  const { items, amounts, sums } = await sumsOfToday(trx, invoice_id, student_id)
  for (const [index, { id, tax_sen }] of items.entries()) {
    const now = amounts[index]!.tax_sen
    if (now !== tax_sen)
      await trx.updateTable('invoice_item').set({ tax_sen: now }).where('id', '=', id).execute()
  }
  await retellTax(trx, invoice_id, await rateOf(trx, student_id))
  return sums
}

/**
 * Cancels an issued invoice for good, with a reason; what was paid of it becomes its family's credit. Refuses while a
 * payment is on its way, and one that is paid in full. `version` is the one that was read; null where a request is
 * approved, which speaks of the invoice and not of a version. What stands on it counts as billed still, unless it is to be
 * billed again.
 */
export async function cancelInvoice(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number | null,
  reason: string,
  bill_again = false,
): Promise<string> {
  const before = await lockedInvoice(trx, scope, id)
  refuseUncancellable(before)
  if (version !== null) refuseStale(before, version)
  const { paid_sen, payer_parent_id: parent_id } = before
  await trx
    .updateTable('invoice')
    .set({
      status: 'cancelled',
      paid_sen: 0,
      cancel_reason: reason,
      cancelled_at: sql<Date>`now()`,
      cancelled_by: actor.id,
      ...changed(actor),
    })
    .where('id', '=', id)
    .where('status', 'in', mayBecome('cancelled'))
    .where('paid_sen', '=', paid_sen)
    .where('version', '=', before.version)
    .execute()
  if (bill_again) await freeFees(trx, id)
  if (paid_sen > 0) await returnToCredit(trx, actor, { parent_id, invoice_id: id, sen: paid_sen })
  await record(
    trx,
    actor,
    'invoice.cancelled',
    { type: 'invoice', id },
    {
      before: { status: before.status },
      after: {
        ...{ status: 'cancelled', reason },
        ...(bill_again ? { bill_again } : {}),
        ...(paid_sen > 0 ? { credit_sen: paid_sen } : {}),
      },
    },
  )
  return before.number ?? ''
}
