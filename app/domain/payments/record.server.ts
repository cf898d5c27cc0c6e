import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/actor.ts'
import { addDays } from '#app/domain/dates.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { noFee } from './fee.ts'
import { openAttempts } from './open-attempts.server.ts'
import type { RecordInput } from './payment-form.ts'
import { type Posted, postPayment } from './post.server.ts'
import { inBranches } from './scope.server.ts'

export interface RecordRules {
  scope: RowScope
  today: string
  /** How far back the money may have been taken, in days. */
  backdate_days: number
}

/**
 * Takes down cash or a bank transfer for one invoice and posts it; part of what is owed is allowed. Refuses an invoice
 * outside the scope, more than is owed, a date in the future, too far back or in a closed month; without a reason a date
 * before the invoice was issued; and, until it is confirmed, an invoice with an online payment that is open (whose money
 * becomes the family's credit, should it still come) and a reference that came before with the same amount.
 */
export async function recordPayment(
  trx: Transaction<DB>,
  actor: Actor,
  invoice_id: string,
  input: RecordInput,
  { scope, today, backdate_days }: RecordRules,
): Promise<Posted> {
  if (input.paid_on > today) throw new Refusal('payment.date_future', 'paid_on')
  if (input.paid_on < addDays(today, -backdate_days))
    throw new Refusal('payment.date_too_old', 'paid_on', { days: backdate_days })
  const invoice = await payableInvoice(trx, scope, invoice_id)
  if (input.amount > invoice.balance_sen) throw new Refusal('payment.amount_above_balance', 'amount')
  const early = input.paid_on < invoice.issued_on!
  if (early && !input.early_reason)
    throw new Refusal('payment.before_issue', 'early_reason', { date: invoice.issued_on! })
  const open = await openAttempts(trx, invoice_id)
  if ((open.length > 0 || invoice.status === 'pending') && !input.despite_attempt)
    throw new Refusal('payment.attempt_open', 'despite_attempt')
  if (!input.confirmed) await refuseRepeated(trx, input)
  const public_code = newPublicCode()
  await trx.insertInto('platform.public_code').values({ code: public_code, kind: 'payment' }).execute()
  return postPayment(trx, actor, {
    method: input.method,
    amount_sen: input.amount,
    ...noFee,
    paid_on: input.paid_on,
    today,
    public_code,
    invoice_ids: [invoice_id],
    payer_name: input.payer_name ?? null,
    payer_email: null,
    reference_no: input.reference_no ?? null,
    remark: input.remark || null,
    received_by: actor.id,
    early_reason: early ? input.early_reason : null,
    despite: open.map(({ order_no }) => order_no),
    gateway: null,
  })
}

/** Locked: of two clerks, or a clerk and the bank, the second sees what the first has left to pay. */
async function payableInvoice(trx: Transaction<DB>, scope: RowScope, id: string) {
  const invoice = await trx
    .selectFrom('invoice')
    .select(['status', 'issued_on', sql<number>`balance_sen`.as('balance_sen')])
    .where('id', '=', id)
    .where('status', '<>', 'draft')
    .where(scope.scope === 'all' ? sql<boolean>`true` : inBranches('branch_id', scope))
    .forUpdate()
    .executeTakeFirst()
  if (!invoice) throw new Refusal('not_found.invoice')
  if (invoice.status !== 'unpaid' && invoice.status !== 'pending') throw new Refusal('invoice.not_payable')
  return invoice
}

/** The same reference and amount on the same day is most likely the same transfer, typed twice. */
async function refuseRepeated(trx: Transaction<DB>, { reference_no, amount, paid_on }: RecordInput) {
  if (!reference_no) return
  const before = await trx
    .selectFrom('payment')
    .select('number')
    .where(sql<boolean>`lower(reference_no) = lower(${reference_no})`)
    .where('amount_sen', '=', amount)
    .where('paid_on', '=', paid_on)
    .where('status', '=', 'paid')
    .executeTakeFirst()
  if (before) throw new Refusal('duplicate.payment', 'reference_no', { number: before.number })
}
