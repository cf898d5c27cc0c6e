import type { Transaction } from 'kysely'
import { collect } from '#app/domain/accounting/collections/change-collection.ts'
import { creditFamily } from '#app/domain/accounting/credits/change-credit.ts'
import { recordGiftReceived } from '#app/domain/accounting/gifts/change-gift.ts'
import { giveEarlyDiscount } from '#app/domain/billing/credit-notes/early-discount.ts'
import { record } from '#app/domain/core/audit.ts'
import { giveBackInvoices } from '#app/domain/payments/attempts/invoice-locks.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { creditOf, type NewPayment, paidInFull } from './posting.ts'
import { freezeReceipt } from './receipt.ts'

/** One thing that follows from a payment, in the transaction that posts it. */
export interface Effect {
  /** The tables in which it may change rows; a test holds this to what payments really write. */
  writes: readonly (keyof DB)[]
  applies(payment: NewPayment): boolean
  /**
   * It builds on rows that were written before it, and takes turns of its own (a number, a lock): it waits for all before
   * it, and all after it wait for it. Any other is sent together with its neighbours, in one flight.
   */
  inTurn?: true
  run(trx: Transaction<DB>, payment: NewPayment): Promise<unknown>
}

/**
 * All that follows from a payment, in this order, whatever road the money came by: FPX, CHIP, the counter, a transfer slip,
 * a line of a bank statement, or a person who settles an exception. `postPayment` runs this list after the payment's own row,
 * its allocations and the sums of its invoices.
 *
 * It is one plain list, and it stands here since everything that it does belongs to areas below payments: what an invoice or a
 * fund makes of money (billing, accounting) is known to them, and each function is theirs. Nothing has to be registered
 * anywhere, so nothing can be forgotten. What differs by what an online order was *for* is not here but in the `Payee` of its
 * purpose (`attempts/payee.ts`).
 */
export const afterPosting: readonly Effect[] = [
  // Of each invoice that is paid in full and early something comes back to the family, by a credit note.
  {
    writes: [
      'invoice',
      'credit_note',
      'credit_note_item',
      'credit_entry',
      'number_series',
      'audit_log',
      'platform.outbox',
    ],
    inTurn: true,
    applies: (payment) => payment.rules.early && paidInFull(payment).length > 0,
    async run(trx, payment) {
      const { paid_on, today } = payment.posting
      for (const invoice_id of paidInFull(payment))
        await giveEarlyDiscount(trx, payment.actor, { invoice_id, paid_on, today })
    },
  },
  // What no invoice takes is the family's credit.
  {
    writes: ['credit_entry', 'audit_log'],
    inTurn: true,
    applies: (payment) => creditOf(payment) > 0,
    run: (trx, { id: payment_id, actor, payer, rest_sen }) =>
      creditFamily(trx, actor, { payment_id, parent_id: payer.parent_id!, rest_sen }),
  },
  // A gift is in its fund, whole but for the payer's fee.
  {
    writes: ['donation', 'fund_entry', 'audit_log'],
    inTurn: true,
    applies: ({ gift }) => gift !== null,
    run: (trx, { id: payment_id, actor, gift, posting }) =>
      recordGiftReceived(trx, actor, gift!, {
        ...{ payment_id, paid_on: posting.paid_on },
        sen: posting.amount_sen - posting.payer_fee_sen,
      }),
  },
  // Invoices of its attempt that get nothing of it may be paid in another way; those that get something are free by that.
  {
    writes: ['invoice'],
    applies: ({ posting, allocations, invoices }) =>
      posting.gateway !== null && allocations.length < invoices.length,
    run: (trx, { posting }) => giveBackInvoices(trx, posting.gateway!.attempt_id),
  },
  // The receipt, as it stays.
  {
    writes: ['receipt'],
    applies: () => true,
    run: (trx, payment) =>
      freezeReceipt(trx, payment.id, { credit_sen: creditOf(payment), gift: payment.gift !== null }),
  },
  // Both money-in books: the organisation's and the platform's ledger, and what the platform earns by its fee.
  {
    writes: ['collection', 'platform.ledger', 'platform.revenue'],
    applies: () => true,
    run: (trx, { id: payment_id, number, payer, gift, posting, rules }) =>
      collect(trx, {
        payment_id,
        branch_id: payer.branch_id,
        source: gift?.kind ?? 'invoice',
        method: posting.method,
        collected_on: posting.paid_on,
        reference: number,
        gateway_transaction_id: posting.gateway?.transaction_id ?? null,
        gross_sen: posting.amount_sen,
        payer_fee_sen: posting.payer_fee_sen,
        tenant_fee_sen: posting.tenant_fee_sen,
        rounding_sen: posting.rounding_sen,
        holidays: rules.holidays,
      }),
  },
  // The receipt's e-mail.
  {
    writes: ['platform.outbox'],
    applies: ({ posting, rules }) => posting.mails !== false && rules.mail_receipts,
    run: (trx, { id: payment_id }) => enqueue(trx, 'receipt.send', { payment_id }),
  },
  // The log.
  {
    writes: ['audit_log'],
    applies: () => true,
    run: (trx, payment) =>
      record(
        trx,
        payment.actor,
        'payment.received',
        { type: 'payment', id: payment.id },
        { after: logged(payment) },
      ),
  },
]

function logged({ number, posting, gift, allocations, rest_sen }: NewPayment): Record<string, unknown> {
  const { gateway } = posting
  return {
    number,
    method: posting.method,
    amount_sen: posting.amount_sen,
    payer_fee_sen: posting.payer_fee_sen,
    ...(gift ? { [gift.kind]: gift.type } : { allocations, credit_sen: rest_sen }),
    ...(gateway?.second ? { second_debit_of: gateway.order_no } : {}),
    ...(posting.rounding_sen ? { rounding_sen: posting.rounding_sen } : {}),
    ...(posting.early_reason ? { early_reason: posting.early_reason } : {}),
    ...(posting.bank_day ? { paid_on: posting.paid_on, bank_day: posting.bank_day } : {}),
    ...(posting.despite?.length ? { despite: posting.despite } : {}),
  }
}
