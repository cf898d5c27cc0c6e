import type { Transaction } from 'kysely'
import { collect } from '#app/domain/accounting/collections/change-collection.ts'
import { creditFamily } from '#app/domain/accounting/credits/change-credit.ts'
import { recordGiftReceived } from '#app/domain/accounting/gifts/change-gift.ts'
import { giveEarlyDiscount } from '#app/domain/billing/credit-notes/early-discount.ts'
import { record } from '#app/domain/core/audit.ts'
import { unlockInvoices } from '#app/domain/payments/attempts/invoice-locks.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { creditOf, type NewPayment, paidInFull } from './posting.ts'
import { freezeReceipt } from './receipt.ts'

/** One thing that follows from a payment, in the same transaction. */
export interface PostingEffect {
  /** The tables that it may write; a test compares this with what payments really write. */
  writes: readonly (keyof DB)[]
  applies(payment: NewPayment): boolean
  /**
   * It needs the rows that were written before it, or takes a number or a lock of its own: it waits for all effects before it,
   * and all after it wait for it. Other effects are sent together with their neighbours, in one round trip.
   */
  sequential?: true
  run(trx: Transaction<DB>, payment: NewPayment): Promise<unknown>
}

/**
 * All that follows from a payment, in this order, whether the money came by FPX, CHIP, the counter, a transfer slip, a bank
 * statement, or a person who settles an exception. `postPayment` runs this list after the payment's own row, its allocations and
 * the totals of its invoices.
 *
 * The functions belong to areas below payments (billing, accounting), so this list can import all of them: nothing has to be
 * registered elsewhere, and nothing can be forgotten. What depends on the purpose of an online order is not here but in its
 * `Payee` (`attempts/payee.ts`).
 */
export const afterPosting: readonly PostingEffect[] = [
  // An invoice that is paid in full and early gets a credit note for the early-payment discount.
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
    sequential: true,
    applies: (payment) => payment.rules.early && paidInFull(payment).length > 0,
    async run(trx, payment) {
      const { paid_on, today } = payment.posting
      for (const invoice_id of paidInFull(payment))
        await giveEarlyDiscount(trx, payment.actor, { invoice_id, paid_on, today })
    },
  },
  // What no invoice takes becomes the family's credit.
  {
    writes: ['credit_entry', 'audit_log'],
    sequential: true,
    applies: (payment) => creditOf(payment) > 0,
    run: (trx, { id: payment_id, actor, payer, rest_sen }) =>
      creditFamily(trx, actor, { payment_id, parent_id: payer.parent_id!, rest_sen }),
  },
  // A gift goes to its fund, without the payer's fee.
  {
    writes: ['donation', 'fund_entry', 'audit_log'],
    sequential: true,
    applies: ({ gift }) => gift !== null,
    run: (trx, { id: payment_id, actor, gift, posting }) =>
      recordGiftReceived(trx, actor, gift!, {
        ...{ payment_id, paid_on: posting.paid_on },
        sen: posting.amount_sen - posting.payer_fee_sen,
      }),
  },
  // Invoices of the attempt that get nothing are unlocked; those that get something are unlocked by the payment itself.
  {
    writes: ['invoice'],
    applies: ({ posting, allocations, invoices }) =>
      posting.gateway !== null && allocations.length < invoices.length,
    run: (trx, { posting }) => unlockInvoices(trx, posting.gateway!.attempt_id),
  },
  // The receipt, which is never changed afterwards.
  {
    writes: ['receipt'],
    applies: () => true,
    run: (trx, payment) =>
      freezeReceipt(trx, payment.id, { credit_sen: creditOf(payment), gift: payment.gift !== null }),
  },
  // The organisation's collections, the platform's ledger, and the platform's revenue from the fee.
  {
    // The sums of collections are written by the database.
    writes: ['collection', 'collection_sum', 'platform.ledger', 'platform.revenue'],
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
  // The e-mail with the receipt, by the outbox (`receipt-letter.ts`).
  {
    writes: ['platform.outbox'],
    applies: ({ posting, rules }) => posting.mails !== false && rules.mail_receipts,
    run: (trx, { id: payment_id }) => enqueue(trx, 'receipt.send', { payment_id }),
  },
  // The e-invoices of what is paid in full, by the outbox: what the tax portal says never touches a payment.
  {
    writes: ['platform.outbox'],
    applies: (payment) => payment.rules.reports && paidInFull(payment).length > 0,
    run: (trx, { id: payment_id }) => enqueue(trx, 'einvoice.after_payment', { payment_id }),
  },
  // The audit log.
  {
    writes: ['audit_log'],
    applies: () => true,
    run: (trx, payment) =>
      record(
        trx,
        payment.actor,
        'payment.received',
        { type: 'payment', id: payment.id },
        { after: auditFacts(payment) },
      ),
  },
]

function auditFacts({ number, posting, gift, allocations, rest_sen }: NewPayment): Record<string, unknown> {
  const { gateway } = posting
  return {
    number,
    method: posting.method,
    amount_sen: posting.amount_sen,
    payer_fee_sen: posting.payer_fee_sen,
    ...(gift ? { [gift.kind]: gift.type } : { allocations, credit_sen: rest_sen }),
    ...(gateway?.second ? { second_debit_of: gateway.order_no } : {}),
    ...(posting.rounding_sen ? { rounding_sen: posting.rounding_sen } : {}),
    ...(posting.replaces_id ? { replaces: posting.replaces_id } : {}),
    ...(posting.early_reason ? { early_reason: posting.early_reason } : {}),
    ...(posting.bank_day ? { paid_on: posting.paid_on, bank_day: posting.bank_day } : {}),
    ...(posting.despite?.length ? { despite: posting.despite } : {}),
  }
}
