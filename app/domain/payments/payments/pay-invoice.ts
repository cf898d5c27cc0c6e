import { type Kysely, sql, type Transaction } from 'kysely'
import type { Owing, Split } from '#app/domain/accounting/credits/allocation.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'

/** When it was paid, and by which attempt, if any. */
interface Paying {
  paid_on: string
  gateway: { attempt_id: string } | null
}

/** Locked in the order of their ids and given back in the order of the payment. */
export async function lockedInvoices(trx: Transaction<DB>, ids: readonly string[]) {
  const rows = await locked(trx).where('invoice.id', 'in', ids).execute()
  return ids.flatMap((id) => rows.filter((row) => row.id === id))
}

/** The same of all that an attempt was made for, in its order. */
export async function lockedOfAttempt(trx: Transaction<DB>, attempt_id: string) {
  const rows = await lockedOf(trx, attempt_id)
  return rows.toSorted((a, b) => a.position - b.position)
}

const lockedOf = fixedQuery((db, attempt_id: string) =>
  locked(db)
    .innerJoin('payment_attempt_invoice', 'payment_attempt_invoice.invoice_id', 'invoice.id')
    .select('payment_attempt_invoice.position')
    .where('payment_attempt_invoice.attempt_id', '=', attempt_id),
)

function locked(db: Kysely<DB>) {
  return db
    .selectFrom('invoice')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .select([
      'invoice.id',
      'invoice.status',
      sql<number>`invoice.balance_sen`.as('balance_sen'),
      'invoice.branch_id',
      'invoice.payer_parent_id',
      'parent.name as payer_name',
      'parent.email as payer_email',
    ])
    .orderBy('invoice.id')
    .forUpdate('invoice')
}

/**
 * What a payment pays, each invoice after the other in one flight, in the transaction that posts it. Returns the ids of those
 * that are paid with it, in the order of the payment.
 */
export async function payInvoices(
  trx: Transaction<DB>,
  actor: Actor,
  about: {
    payment_id: string
    number: string
    posting: Paying
    allocations: Split['allocations']
    /** As they are locked. */
    invoices: readonly Owing[]
  },
): Promise<string[]> {
  const { payment_id, number, posting, allocations, invoices } = about
  if (allocations.length === 0) return []
  const rows = allocations.map(({ invoice_id, amount_sen }) => ({ payment_id, invoice_id, amount_sen }))
  const [, ...statuses] = await Promise.all([
    trx.insertInto('payment_allocation').values(rows).execute(),
    ...allocations.map((one) => {
      const owed_sen = invoices.find(({ id }) => id === one.invoice_id)?.balance_sen
      return payInvoice(trx, actor, { ...one, owed_sen, posting, number })
    }),
  ])
  return allocations.flatMap(({ invoice_id }, index) => (statuses[index] === 'paid' ? [invoice_id] : []))
}

/**
 * What one invoice gets. Returns its state then; of one that gets all that it owes that is known beforehand, so that its entry
 * in the log need not wait for it.
 */
async function payInvoice(
  trx: Transaction<DB>,
  actor: Actor,
  about: {
    invoice_id: string
    amount_sen: number
    owed_sen: number | undefined
    posting: Paying
    number: string
  },
) {
  const { invoice_id, amount_sen, owed_sen, posting, number } = about
  const paying = invoicePaid(
    trx,
    invoice_id,
    amount_sen,
    posting.paid_on,
    posting.gateway?.attempt_id ?? null,
  )
  const told = (status: string) =>
    record(
      trx,
      actor,
      status === 'paid' ? 'invoice.paid' : 'invoice.part_paid',
      { type: 'invoice', id: invoice_id },
      { after: { payment: number, amount_sen, status } },
    )
  const whole = owed_sen === amount_sen
  const [[paid]] = await Promise.all([paying, whole && told('paid')])
  if (!paid) throw new Error('what a payment pays is open no longer')
  const { status } = paid
  if (!whole) await told(status)
  else if (status !== 'paid') throw new Error('an invoice that was locked owes something else')
  return status
}

const invoicePaid = fixedQuery(
  (db, invoice_id: string, amount_sen: number, paid_on: string, holder: string | null) => {
    const full = sql<boolean>`balance_sen = ${amount_sen}::bigint`
    const freed = sql<boolean>`(${full} or locked_by_attempt_id = ${holder}::uuid)`
    return db
      .updateTable('invoice')
      .set({
        paid_sen: sql`paid_sen + ${amount_sen}::bigint`,
        paid_on: sql`case when ${full} then ${paid_on}::date else paid_on end`,
        status: sql`case when ${full} then 'paid' when ${freed} then 'unpaid' else status end`,
        locked_until: sql`case when ${freed} then null else locked_until end`,
        locked_by_attempt_id: sql`case when ${freed} then null else locked_by_attempt_id end`,
        ...touched,
      })
      .where('id', '=', invoice_id)
      .where('status', 'in', ['unpaid', 'pending'])
      .returning('status')
  },
)
