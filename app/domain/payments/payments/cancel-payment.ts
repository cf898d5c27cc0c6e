import { sql, type Transaction } from 'kysely'
import { reverseCollection } from '#app/domain/accounting/collections/change-collection.ts'
import { reverseCredit } from '#app/domain/accounting/credits/change-credit.ts'
import { cancelGift, reverseGift } from '#app/domain/accounting/gifts/change-gift.ts'
import { reverseEarlyDiscount } from '#app/domain/billing/credit-notes/early-discount.ts'
import { removeCredit } from '#app/domain/billing/credits/use-credit.ts'
import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed, refuseStale, touched } from '#app/domain/core/changed.ts'
import { refuseOwnEntry } from '#app/domain/core/four-eyes/four-eyes.ts'
import type { InvoiceStatus } from '#app/domain/core/invoicing/invoice.ts'
import { inPayment } from '#app/domain/core/invoicing/invoice.ts'
import { paymentsInScope } from '#app/domain/core/invoicing/payment-scope.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { hasChanged } from '#app/domain/core/undo/undo-plan.ts'
import type { DB } from '#db/types.ts'
import { cancelPlanOf } from './cancel-plan.ts'
import { isManual } from './payment.ts'

interface PaymentCancelling {
  reason: string
  today: string
  /** Null where a request is approved, which concerns the payment and not a version of it. */
  version: number | null
  /** The digest of the effects that were confirmed; refused where they are different now. */
  confirmed?: string | undefined
  /** Also removes credit of this payment from invoices that have used it since. */
  removes_credit?: boolean
}

/**
 * Cancels a manual payment: its invoices are owed again, its overpayment is deducted from the family's credit, and both
 * ledgers get a reversing line; the receipt keeps its number. Refuses a payment out of scope, an online payment, the person
 * who entered it, an invoice being paid online (invoice.in_payment), other effects than those confirmed
 * (cancel_request.effects_changed), credit already used unless its removal was confirmed, and a donation not entered today
 * (donation.same_day). Returns the number.
 */
export async function cancelPayment(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { reason, today, version, confirmed, removes_credit = confirmed !== undefined }: PaymentCancelling,
): Promise<string> {
  const payment = await lockedPayment(trx, scope, id)
  refuseFinal(payment)
  refuseOwnEntry(actor, payment)
  if (version !== null) refuseStale(payment, version)
  const plan = await cancelPlanOf(trx, scope, id, today)
  if (hasChanged(plan, confirmed)) throw new Refusal('cancel_request.effects_changed')
  const credit_from = removes_credit ? plan.credit_from : []
  await cancelLocked(trx, actor, payment, { reason, on: today, scope, credit_from }, cancelGift)
  return payment.number
}

/**
 * Cancels a payment that its own clerk corrects at the counter: the caller has checked that they may, see `correctPayment`.
 * No credit is removed from other invoices.
 */
export async function cancelToCorrect(
  trx: Transaction<DB>,
  actor: Actor,
  payment: { id: string; number: string; version: number },
  how: { reason: string; on: string },
): Promise<void> {
  await cancelLocked(trx, actor, payment, how, cancelGift)
}

/**
 * Cancels an online payment that the gateway has refunded completely, once two people have confirmed it; a donation leaves
 * its fund. Refuses a cancelled payment, an invoice being paid online, and credit or a donation (fund.too_little) that was
 * used.
 */
export async function reversePayment(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  { reason, on }: { reason: string; on: string },
): Promise<void> {
  // The caller has checked who may decide about this payment.
  const payment = await lockedPayment(trx, everywhere, id)
  if (payment.status !== 'paid') throw new Refusal('payment.already_cancelled')
  await cancelLocked(trx, actor, payment, { reason, on }, reverseGift)
}

interface Cancelling {
  reason: string
  on: string
  /** Invoices that give back credit of this payment first. */
  credit_from?: readonly string[]
  /** What the canceller reaches; needed where credit is removed. */
  scope?: RowScope
}

/** Cancels a locked paid payment on a day: its donation, its allocations, the family's credit from it, and both ledgers. */
async function cancelLocked(
  trx: Transaction<DB>,
  actor: Actor,
  { id, number, version }: { id: string; number: string; version: number },
  { reason, on, ...credit }: Cancelling,
  withdrawGift: typeof cancelGift,
): Promise<void> {
  await trx
    .updateTable('payment')
    .set({
      ...{ status: 'cancelled', cancel_reason: reason, ...changed(actor) },
      ...{ cancelled_at: sql<Date>`now()`, cancelled_by: actor.id },
    })
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  await withdrawGift(trx, actor, id, on)
  // Before the invoices, since assigning a line locks in this order.
  await releaseBankLine(trx, id)
  await removeUsedCredit(trx, actor, id, reason, credit)
  await undoAllocations(trx, actor, { id, number })
  const credit_sen = await reverseOverpayment(trx, actor, id)
  await reverseCollection(trx, id, on)
  const after = { status: 'cancelled', reason, ...(credit_sen > 0 ? { credit_sen: -credit_sen } : {}) }
  const change = { before: { status: 'paid' }, after }
  await record(trx, actor, 'payment.cancelled', { type: 'payment', id }, change)
}

/**
 * Removes the credit that invoices have used of a payment, and locks these invoices together with those it pays, in the order
 * of their ids, as everywhere.
 */
async function removeUsedCredit(
  trx: Transaction<DB>,
  actor: Actor,
  payment_id: string,
  reason: string,
  { credit_from = [], scope = everywhere }: Pick<Cancelling, 'credit_from' | 'scope'>,
): Promise<void> {
  if (credit_from.length === 0) return
  const invoices = await trx
    .selectFrom('invoice')
    .select(['id', 'version'])
    .where((eb) =>
      eb.or([
        sql<boolean>`id = any(${[...credit_from]}::uuid[])`,
        eb(
          'id',
          'in',
          eb.selectFrom('payment_allocation').select('invoice_id').where('payment_id', '=', payment_id),
        ),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, version } of invoices)
    if (credit_from.includes(id)) await removeCredit(trx, actor, scope, id, { version, reason })
}

/** Opens the amount again that a cancelled payment had used of its bank line. */
async function releaseBankLine(trx: Transaction<DB>, payment_id: string): Promise<void> {
  const taken = await trx
    .updateTable('bank_line_payment')
    .set({ released_at: sql<Date>`now()` })
    .where('payment_id', '=', payment_id)
    .where('released_at', 'is', null)
    .returning(['line_id', 'amount_sen'])
    .executeTakeFirst()
  if (!taken) return
  await trx
    .updateTable('bank_line')
    .set({
      assigned_sen: sql`assigned_sen - ${taken.amount_sen}::bigint`,
      status: sql`case when status <> 'matched' then status when parent_id is null then 'unmatched' else 'suggested' end`,
      by_itself: false,
      ...touched,
    })
    .where('id', '=', taken.line_id)
    .execute()
}

/** Reverses the allocations of a payment. Invoices are locked in the order of their ids, as everywhere. */
async function undoAllocations(
  trx: Transaction<DB>,
  actor: Actor,
  { id, number }: { id: string; number: string },
) {
  const invoices = await trx
    .selectFrom('payment_allocation')
    .innerJoin('invoice', 'invoice.id', 'payment_allocation.invoice_id')
    .select(['invoice.id', 'invoice.payer_parent_id', 'payment_allocation.amount_sen'])
    .select(['invoice.paid_sen', 'invoice.number'])
    .select(sql<InvoiceStatus>`invoice.status`.as('status'))
    .where('payment_allocation.payment_id', '=', id)
    .where('payment_allocation.reversed_at', 'is', null)
    .orderBy('invoice.id')
    .forUpdate('invoice')
    .execute()
  const paying = invoices.find(({ status }) => status === 'pending')
  if (paying) throw inPayment(paying)
  for (const { id: invoice_id, payer_parent_id: parent_id, amount_sen, status, ...before } of invoices) {
    await trx
      .updateTable('payment_allocation')
      .set({ reversed_at: sql<Date>`now()` })
      .where('payment_id', '=', id)
      .where('invoice_id', '=', invoice_id)
      .execute()
    // A cancelled invoice has turned its money into the family's credit already.
    if (status === 'cancelled') {
      await reverseCredit(trx, actor, { parent_id, invoice_id, sen: amount_sen, reason: 'adjust' })
      continue
    }
    const paid_sen = before.paid_sen + (await reverseEarlyDiscount(trx, actor, { invoice_id, parent_id }))
    // The part that a credit note turned into credit is not on the invoice any more.
    const credited_sen = Math.max(0, amount_sen - paid_sen)
    if (credited_sen > 0)
      await reverseCredit(trx, actor, { parent_id, invoice_id, sen: credited_sen, reason: 'adjust' })
    const off_sen = amount_sen - credited_sen
    await trx
      .updateTable('invoice')
      .set({
        paid_sen: sql`paid_sen - ${off_sen}::bigint`,
        paid_on: sql`case when ${off_sen}::bigint = 0 and status = 'paid' then paid_on end`,
        status: sql`case when ${off_sen}::bigint = 0 then status else 'unpaid' end`,
        ...changed(actor),
      })
      .where('id', '=', invoice_id)
      .where('status', 'in', ['unpaid', 'paid'])
      .returning('id')
      .executeTakeFirstOrThrow()
    await record(
      trx,
      actor,
      'invoice.payment_undone',
      { type: 'invoice', id: invoice_id },
      { before: { status }, after: { payment: number, amount_sen, status: 'unpaid' } },
    )
  }
}

/** Deducts the payment's overpayment from the family's credit; refuses credit already used. */
async function reverseOverpayment(trx: Transaction<DB>, actor: Actor, payment_id: string): Promise<number> {
  const credits = await trx
    .selectFrom('credit_entry')
    .select(['parent_id', sql<number>`sum(delta_sen)`.as('sen')])
    .where('payment_id', '=', payment_id)
    .groupBy('parent_id')
    .execute()
  let taken_sen = 0
  for (const { parent_id, sen } of credits) {
    if (sen <= 0) continue
    await reverseCredit(trx, actor, { parent_id, payment_id, sen, reason: 'adjust' })
    taken_sen += sen
  }
  return taken_sen
}

/** Locks a payment within the scope; refuses not_found.payment. */
export async function lockedPayment(trx: Transaction<DB>, scope: RowScope, id: string) {
  const row = await trx
    .selectFrom('payment')
    .select([
      'id',
      'number',
      'method',
      'status',
      'branch_id',
      'amount_sen',
      'created_by',
      'received_by',
      'version',
    ])
    .where('id', '=', id)
    .where(paymentsInScope(scope))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payment')
  return row
}

/** Refuses an online payment, and a cancelled one. */
export function refuseFinal({ id, method, status }: { id: string; method: string; status: string }): void {
  if (!isManual(method)) throw new Refusal('payment.online_final').blockedBy({ to: 'payment', id })
  if (status === 'cancelled') throw new Refusal('payment.already_cancelled')
  if (status !== 'paid') throw new Refusal('action_not_allowed')
}
