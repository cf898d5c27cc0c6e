import { record } from '#app/domain/core/audit.ts'
import { ownReturns } from '#app/domain/payments/credit-refunds/by-chip/settle-refund.ts'
import { giveBackInvoices, keepInvoices, retakeInvoices } from '../locks.ts'
import { postAttempt, postSecondDebit } from '../post-attempt.ts'
import type { Payee } from './payee.ts'

/** Invoices of families, and gifts, which hold nothing. */
export const familyPayee: Payee = {
  async free(trx, actor, { id: attempt_id, order_no }, end) {
    const freed = await giveBackInvoices(trx, attempt_id)
    for (const id of freed)
      await record(
        trx,
        actor,
        'invoice.payment_ended',
        { type: 'invoice', id },
        { after: { order_no, ...end } },
      )
    return freed.length
  },
  retake: retakeInvoices,
  keep: keepInvoices,
  async isOverdue(trx, attempt_id, at) {
    const held = await trx
      .selectFrom('invoice')
      .select('id')
      .where('locked_by_attempt_id', '=', attempt_id)
      .where('locked_until', '<=', at)
      .executeTakeFirst()
    return held !== undefined
  },
  post: postAttempt,
  postSecond: postSecondDebit,
  async paymentOf(trx, attempt_id) {
    const payment = await trx
      .selectFrom('payment')
      .select('id')
      .where('attempt_id', '=', attempt_id)
      .executeTakeFirst()
    return payment?.id ?? null
  },
  async unaskedOf(trx, actor, attempt, { debit_code, amount_sen: returned_sen, txn_id: reference }) {
    // A chargeback is never ours; `pending_refund` is under way and settles nothing.
    if (debit_code === 'chargeback' || returned_sen === null) return returned_sen
    return ownReturns(trx, actor, attempt, { returned_sen, reference, done: debit_code === 'refunded' })
  },
  async isPosted(trx, { gateway, environment, transaction_id }) {
    const payment = await trx
      .selectFrom('payment')
      .select('id')
      .where('gateway', '=', gateway)
      .where('gateway_environment', '=', environment)
      .where('gateway_transaction_id', '=', transaction_id)
      .executeTakeFirst()
    return payment !== undefined
  },
  async branchesOf(trx, attempt_id) {
    const branches = await trx
      .selectFrom('payment_attempt_invoice')
      .innerJoin('invoice', 'invoice.id', 'payment_attempt_invoice.invoice_id')
      .select('invoice.branch_id')
      .where('payment_attempt_invoice.attempt_id', '=', attempt_id)
      .union(trx.selectFrom('donation').select('branch_id').where('attempt_id', '=', attempt_id))
      .execute()
    return branches.map(({ branch_id }) => branch_id)
  },
}
