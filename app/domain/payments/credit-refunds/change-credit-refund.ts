import { type Kysely, sql, type Transaction } from 'kysely'
import { refundedSen } from '#app/domain/accounting/collections/collection.ts'
import { lockCredit } from '#app/domain/accounting/credits/find-credits.ts'
import { refuseClosedMonth } from '#app/domain/accounting/months/month.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changeAt } from '#app/domain/core/changed.ts'
import { instantIn } from '#app/domain/core/dates.ts'
import { refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { notifyDeciders } from '#app/domain/core/four-eyes/notify-deciders.ts'
import { refuseOwnFamilyOf } from '#app/domain/core/four-eyes/own-family.ts'
import { requestVerbs } from '#app/domain/core/four-eyes/requests.ts'
import { familyRecipient } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { nextNumber } from '#app/domain/core/numbering.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { cashAmount, leastCash } from '#app/domain/payments/counter/cash-rounding.ts'
import { reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { CreditRefundInput, PayRefundInput } from './credit-refund.ts'
import { type CreditRefund, creditRefund, creditRefundsIn, sealedAccount } from './find-credit-refunds.ts'

interface PayRefund {
  input: PayRefundInput
  today: string
}

interface RefundPayment {
  /** The status before. */
  from: 'approved' | 'sending'
  paid_on: string
  bank_reference: string | null
  /** By how much the cash that is handed over differs from the amount. */
  rounding_sen?: number
}

/** The credit is reserved while a request is open; after a rejection or withdrawal it is available again. */
export const refunds = requestVerbs({
  noun: 'credit_refund',
  waiting: 'requested',
  over: 'credit_refund.state',
  reached: creditRefundsIn,
  find: creditRefund,
  refuseDecider: (_trx, actor, row) => refuseOwnRequest(actor, row),
  auditOf: ({ parent, amount_sen }, more) => named(parent, { after: { amount_sen, ...more } }),
})
export const { reject: rejectRefund, withdraw: withdrawRefund } = refunds

/**
 * Requests a refund of credit and reserves the amount until it is paid or the request ends. The audit log records only that
 * there is an account. Refuses a family out of scope (not_found.parent), more than is available (credit_refund.too_little),
 * through CHIP more than is left of a payment (credit_refund.payment_left), and cash that would be rounded to nothing.
 */
export async function askForRefund(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  parent_id: string,
  { amount, reason, method, payee_name, bank_name, account_number, payment_id }: CreditRefundInput,
): Promise<{ id: string; name: string }> {
  const { name } = await reachedParent(trx, scope, parent_id)
  const { credit_sen, reserved_sen } = await lockCredit(trx, parent_id)
  const free_sen = credit_sen - reserved_sen
  if (amount > free_sen)
    throw new Refusal('credit_refund.too_little', 'amount', { amount: formatRinggit(free_sen) })
  if (method === 'cash' && (await cashAmount(trx, amount)) === 0)
    throw new Refusal('input.amount_below', 'amount', { min: formatRinggit(leastCash) })
  if (method === 'chip') await refuseBeyondPayment(trx, parent_id, payment_id, amount)
  const id = newId()
  const requested = {
    amount_sen: amount,
    method,
    payee_name,
    bank_name: bank_name ?? null,
    payment_id: payment_id ?? null,
  }
  await trx
    .insertInto('credit_refund')
    .values({
      ...{ id, parent_id, reason, requested_by: actor.id!, ...requested },
      account_number_sealed: account_number ? sealedAccount(keys, id, account_number) : null,
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  const object = { type: 'credit_refund', id } as const
  await record(
    trx,
    actor,
    'credit_refund.requested',
    object,
    named(name, { after: { ...requested, reason } }),
  )
  await notifyDeciders(trx, 'credit_refund', id)
  return { id, name }
}

export async function refundablePayments(db: Kysely<DB>, parent_id: string) {
  const rows = await chipPayments(db, parent_id).limit(50).execute()
  return rows.filter(({ left_sen }) => left_sen > 0)
}

/**
 * Payments of a family through the organisation's own CHIP account, the latest first, each with the amount that can still be
 * refunded through CHIP: without the payer's fee, completed refunds and open requests.
 */
function chipPayments(db: Kysely<DB>, parent_id: string) {
  return db
    .selectFrom('payment')
    .select(['payment.id', 'payment.number', 'payment.paid_on', 'payment.amount_sen'])
    .select(
      sql<number>`(payment.amount_sen - payment.payer_fee_sen
        - ${refundedSen(sql.ref('payment.id'))}
        - coalesce((select sum(amount_sen) from credit_refund
          where payment_id = payment.id and status in ('requested', 'approved', 'sending')), 0))::bigint`.as(
        'left_sen',
      ),
    )
    .where('payment.payer_parent_id', '=', parent_id)
    .where('payment.method', '=', 'chip')
    .where('payment.status', '=', 'paid')
    .where('payment.attempt_id', 'is not', null)
    .orderBy('payment.paid_on', 'desc')
    .orderBy('payment.id', 'desc')
}

/**
 * Refuses a payment that is not the family's or not by CHIP (credit_refund.no_payment), and more than is left of it
 * (credit_refund.payment_left). Locks the payment, so that a concurrent request sees this one.
 */
async function refuseBeyondPayment(
  trx: Transaction<DB>,
  parent_id: string,
  payment_id: string | undefined,
  sen: number,
): Promise<void> {
  if (!payment_id) throw new Refusal('credit_refund.no_payment', 'payment_id')
  await trx.selectFrom('payment').select('id').where('id', '=', payment_id).forNoKeyUpdate().execute()
  const payment = await chipPayments(trx, parent_id).where('payment.id', '=', payment_id).executeTakeFirst()
  if (!payment) throw new Refusal('credit_refund.no_payment', 'payment_id')
  const { left_sen, number } = payment
  if (sen > left_sen)
    throw new Refusal('credit_refund.payment_left', 'amount', { amount: formatRinggit(left_sen), number })
}

/**
 * Approves a refund and gives it a number; a refund through CHIP is sent by a job. Refuses the requester, a parent of the
 * family (four_eyes.own_family), and a decided request (credit_refund.state).
 */
export async function approveRefund(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  today: string,
): Promise<CreditRefund & { number: string }> {
  const row = await refunds.lockForDecision(trx, actor, scope, id)
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
 * Cancels an approved refund that is not paid yet; its credit is available again, its number stays used. Refuses a parent of
 * the family, and any other status (credit_refund.state).
 */
export async function cancelRefund(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { decision_reason: cancel_reason }: { decision_reason: string },
): Promise<CreditRefund> {
  const row = await refunds.lockAt(trx, scope, id, 'approved')
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

/**
 * Records the payment of an approved refund: deducts it from the family's credit and mails the family. Cash is rounded where
 * the organisation rounds it; the credit loses what was owed, and the refund says by how much the cash differs. Refuses any other
 * status (credit_refund.state), a refund through CHIP (credit_refund.by_chip), a parent of the family, a transfer without
 * the bank's reference, and a date in the future, before the approval or in a closed month.
 */
export async function payRefund(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { input: { paid_on, bank_reference }, today }: PayRefund,
): Promise<CreditRefund & { cash_sen: number }> {
  const row = await refunds.lockAt(trx, scope, id, 'approved')
  await refuseOwnFamilyOf(trx, actor, { type: 'credit_refund', id })
  const { method } = row
  if (method === 'chip') throw new Refusal('credit_refund.by_chip')
  if (method === 'bank_transfer' && !bank_reference)
    throw new Refusal('payment.reference_required', 'bank_reference')
  if (paid_on > today) throw new Refusal('credit_refund.future', 'paid_on')
  const approved_on = instantIn(row.decided_at!).slice(0, 10)
  if (paid_on < approved_on)
    throw new Refusal('credit_refund.before_approval', 'paid_on', { date: approved_on })
  await refuseClosedMonth(trx, paid_on, 'paid_on')
  const cash_sen = method === 'cash' ? await cashAmount(trx, row.amount_sen) : row.amount_sen
  const paid = await completeRefund(trx, actor, row, {
    ...{ from: 'approved', paid_on, bank_reference: bank_reference ?? null },
    rounding_sen: cash_sen - row.amount_sen,
  })
  return { ...paid, cash_sen }
}

/** Marks a locked refund as paid: deducts it from the family's credit in the same transaction and mails the family. */
export async function completeRefund(
  trx: Transaction<DB>,
  actor: Actor,
  row: CreditRefund,
  { from, paid_on, bank_reference, rounding_sen = 0 }: RefundPayment,
): Promise<CreditRefund> {
  const { id, parent_id, amount_sen, method } = row
  // Locked as by every use of credit; the amount has been reserved since the request.
  await lockCredit(trx, parent_id)
  const values = {
    ...{ status: 'paid', paid_on, bank_reference, rounding_sen },
    ...{ paid_by: actor.id, paid_at: sql<Date>`now()` },
  }
  await changeAt(trx, actor, 'credit_refund', row, values, { status: from })
  const entry = { delta_sen: -amount_sen, reason: 'refund', credit_refund_id: id }
  await trx
    .insertInto('credit_entry')
    .values({ id: newId(), parent_id, ...entry, created_by: actor.id })
    .execute()
  const rounded = rounding_sen === 0 ? {} : { rounding_sen }
  const after = { number: row.number, amount_sen, ...rounded, method, paid_on, bank_reference }
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
