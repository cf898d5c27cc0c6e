import type { Transaction } from 'kysely'
import { touched } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

export interface LockedInvoice {
  id: string
  public_code: string
  number: string
  payer_parent_id: string
  branch_id: string
  balance_sen: number
}

/**
 * Locks invoices for an attempt: each is pending until the attempt ends or a person unlocks it. One statement, which locks rows
 * in the order of ids, so that two payers can neither both succeed nor deadlock. Refuses an unknown code or a draft
 * (not_found.invoice), one that another attempt has locked (invoice.in_payment) and one that owes nothing
 * (invoice.not_payable). Returned in the order of `codes`.
 */
export async function lockInvoices(
  trx: Transaction<DB>,
  attempt_id: string,
  codes: readonly string[],
  locked_until: Date,
): Promise<LockedInvoice[]> {
  const locked = await trx
    .updateTable('invoice')
    .set({ status: 'pending', locked_until, locked_by_attempt_id: attempt_id, ...touched })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('invoice')
        .select('id')
        .where('public_code', 'in', codes)
        .where('status', '=', 'unpaid')
        .where('balance_sen', '>', 0)
        .orderBy('id')
        .forUpdate(),
    )
    .where('status', '=', 'unpaid')
    .returning(['id', 'public_code', 'number', 'payer_parent_id', 'branch_id', 'balance_sen'])
    .execute()
  return Promise.all(
    codes.map(async (code) => {
      const invoice = locked.find(({ public_code }) => public_code === code)
      if (!invoice) throw await whyNotPayable(trx, code)
      return { ...invoice, number: invoice.number ?? '' }
    }),
  )
}

async function whyNotPayable(trx: Transaction<DB>, code: string): Promise<Refusal> {
  const invoice = await trx
    .selectFrom('invoice')
    .select('status')
    .where('public_code', '=', code)
    .executeTakeFirst()
  if (!invoice || invoice.status === 'draft') return new Refusal('not_found.invoice')
  return new Refusal(invoice.status === 'pending' ? 'invoice.in_payment' : 'invoice.not_payable')
}

/** Unlocks the invoices of an attempt that are still locked by it and not paid. Returns their ids. */
export async function unlockInvoices(trx: Transaction<DB>, attempt_id: string): Promise<string[]> {
  const unlocked = await trx
    .updateTable('invoice')
    .set({ status: 'unpaid', locked_until: null, locked_by_attempt_id: null, ...touched })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('invoice')
        .select('id')
        .where('locked_by_attempt_id', '=', attempt_id)
        .where('status', '=', 'pending')
        .orderBy('id')
        .forUpdate(),
    )
    .where('locked_by_attempt_id', '=', attempt_id)
    .where('status', '=', 'pending')
    .returning('id')
    .execute()
  return unlocked.map(({ id }) => id)
}

/** Locks the invoices of an attempt again, except those that were locked by another attempt or paid since. */
export async function relockInvoices(
  trx: Transaction<DB>,
  attempt_id: string,
  locked_until: Date,
): Promise<void> {
  await trx
    .updateTable('invoice')
    .set({ status: 'pending', locked_until, locked_by_attempt_id: attempt_id, ...touched })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('invoice')
        .innerJoin('payment_attempt_invoice', 'payment_attempt_invoice.invoice_id', 'invoice.id')
        .select('invoice.id')
        .where('payment_attempt_invoice.attempt_id', '=', attempt_id)
        .where('invoice.status', '=', 'unpaid')
        .orderBy('invoice.id')
        .forUpdate('invoice'),
    )
    .where('status', '=', 'unpaid')
    .execute()
}

/** Extends the locks of an attempt, for an approver who needs more time. */
export async function extendInvoiceLocks(
  trx: Transaction<DB>,
  attempt_id: string,
  locked_until: Date,
): Promise<void> {
  await trx
    .updateTable('invoice')
    .set({ locked_until })
    .where('locked_by_attempt_id', '=', attempt_id)
    .where('status', '=', 'pending')
    .execute()
}
