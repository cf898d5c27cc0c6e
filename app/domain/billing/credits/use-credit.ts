import { type Kysely, sql, type Transaction } from 'kysely'
import { allocate } from '#app/domain/accounting/credits/allocation.ts'
import { returnToCredit } from '#app/domain/accounting/credits/change-credit.ts'
import { giveEarlyDiscount, reverseEarlyDiscount } from '#app/domain/billing/credit-notes/early-discount.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed, touched } from '#app/domain/core/changed.ts'
import { refuseOwnFamilyOf } from '#app/domain/core/four-eyes/own-family.ts'
import { inPayment, invoicesIn, lockedInvoice } from '#app/domain/core/invoicing/invoice.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

interface Use {
  parent_id: string
  invoice_id: string
  amount_sen: number
}

/**
 * Pays open invoices of families with their credit, ordered by due date, except credit reserved for refunds and invoices in
 * payment. Called wherever invoices are issued, and for some invoices only (`only`) when a family is about to pay these.
 * Returns the amounts used for each invoice, in sen.
 */
export async function spendCredit(
  trx: Transaction<DB>,
  actor: Actor,
  parent_ids: readonly string[],
  today: string,
  only?: readonly string[],
): Promise<Use[]> {
  const free = await freeBalances(trx, parent_ids)
  if (free.size === 0) return []
  // Invoices are locked before families, as everywhere.
  const invoices = await trx
    .selectFrom('invoice')
    .select([
      'id',
      'payer_parent_id',
      'status',
      'due_on',
      'number',
      sql<number>`balance_sen`.as('balance_sen'),
    ])
    .where(sql<boolean>`payer_parent_id = any(${[...free.keys()]}::uuid[])`)
    .where('status', '=', 'unpaid')
    .$if(only !== undefined, (query) => query.where(sql<boolean>`id = any(${only}::uuid[])`))
    .orderBy('id')
    .forUpdate()
    .execute()
  const locked = await lockBalances(trx, [...free.keys()])
  const inOrder = invoices.toSorted(
    (a, b) => a.due_on.localeCompare(b.due_on) || (a.number ?? '').localeCompare(b.number ?? ''),
  )
  const uses = [...locked].flatMap(([parent_id, sen]) => {
    const own = inOrder.filter(({ payer_parent_id }) => payer_parent_id === parent_id)
    return allocate(sen, own).allocations.map((use) => ({ parent_id, ...use }))
  })
  await applyCredit(trx, actor, uses, today)
  return uses
}

/**
 * Pays all or a part of one invoice with its family's credit. Refuses an invoice out of scope (not_found.invoice), one that
 * cannot be paid (invoice.not_payable, invoice.in_payment), more than its balance (payment.amount_above_balance) and more
 * than the available credit (family_credit.too_little), and the actor's own family.
 */
export async function spendCreditOn(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { parent_id, invoice_id, amount_sen }: Use,
  today: string,
): Promise<{ number: string }> {
  const invoice = await invoicesIn(trx, scope)
    .select(['invoice.number', 'invoice.status', sql<number>`invoice.balance_sen`.as('balance_sen')])
    .where('invoice.id', '=', invoice_id)
    .where('invoice.payer_parent_id', '=', parent_id)
    .where('invoice.status', '<>', 'draft')
    .forUpdate('invoice')
    .executeTakeFirst()
  if (!invoice) throw new Refusal('not_found.invoice', 'invoice_id')
  await refuseOwnFamilyOf(trx, actor, { type: 'invoice', id: invoice_id })
  if (invoice.status === 'pending') throw inPayment({ id: invoice_id, number: invoice.number }, 'invoice_id')
  if (invoice.status !== 'unpaid') throw new Refusal('invoice.not_payable', 'invoice_id')
  if (amount_sen > invoice.balance_sen) throw new Refusal('payment.amount_above_balance', 'amount')
  const sen = (await lockBalances(trx, [parent_id])).get(parent_id) ?? 0
  if (amount_sen > sen) throw new Refusal('family_credit.too_little', 'amount')
  await applyCredit(trx, actor, [{ parent_id, invoice_id, amount_sen }], today)
  return { number: invoice.number ?? '' }
}

/** Available credit by family, in sen; families without any are left out. */
async function freeBalances(
  trx: Transaction<DB>,
  parent_ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('credit_entry')
    .select(['parent_id', sql<number>`(sum(delta_sen) - reserved_credit(parent_id))::bigint`.as('sen')])
    .where(sql<boolean>`parent_id = any(${parent_ids}::uuid[])`)
    .groupBy('parent_id')
    .having(sql<boolean>`sum(delta_sen) > reserved_credit(parent_id)`)
    .execute()
  return new Map(rows.map(({ parent_id, sen }) => [parent_id, sen]))
}

/** Locks the families until the transaction ends, and returns their available credit. */
async function lockBalances(trx: Transaction<DB>, parent_ids: readonly string[]) {
  await trx
    .selectFrom('parent')
    .select('id')
    .where(sql<boolean>`id = any(${parent_ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return freeBalances(trx, parent_ids)
}

async function applyCredit(
  trx: Transaction<DB>,
  actor: Actor,
  uses: readonly Use[],
  today: string,
): Promise<void> {
  if (uses.length === 0) return
  await trx
    .insertInto('credit_entry')
    .values(
      uses.map(({ parent_id, invoice_id, amount_sen }) => ({
        ...{
          id: newId(),
          parent_id,
          invoice_id,
          delta_sen: -amount_sen,
          reason: 'applied',
          created_by: actor.id,
        },
      })),
    )
    .execute()
  for (const { parent_id, invoice_id, amount_sen } of uses) {
    const full = sql<boolean>`balance_sen = ${amount_sen}::bigint`
    const { status } = await trx
      .updateTable('invoice')
      .set({
        paid_sen: sql`paid_sen + ${amount_sen}::bigint`,
        paid_on: sql`case when ${full} then ${today}::date else paid_on end`,
        status: sql`case when ${full} then 'paid' else status end`,
        ...touched,
      })
      .where('id', '=', invoice_id)
      .where('status', '=', 'unpaid')
      .returning('status')
      .executeTakeFirstOrThrow()
    await record(
      trx,
      actor,
      status === 'paid' ? 'invoice.paid' : 'invoice.part_paid',
      { type: 'invoice', id: invoice_id },
      { after: { credit_sen: amount_sen, status } },
    )
    await record(
      trx,
      actor,
      'credit.used',
      { type: 'parent', id: parent_id },
      { after: { invoice_id, delta_sen: -amount_sen } },
    )
    if (status === 'paid') await giveEarlyDiscount(trx, actor, { invoice_id, paid_on: today, today })
  }
}

/**
 * Removes all credit used for an invoice, which is owed again. Refuses an invoice out of scope, one without credit
 * (family_credit.none_used), in payment or cancelled. Returns the amount in sen.
 */
export async function removeCredit(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  invoice_id: string,
  { version, reason }: { version: number; reason: string },
): Promise<{ number: string; sen: number }> {
  const invoice = await lockedInvoice(trx, scope, invoice_id)
  if (invoice.status === 'pending') throw inPayment(invoice)
  if (invoice.version !== version) throw new Refusal('version_conflict')
  const { payer_parent_id: parent_id } = invoice
  const early = await reverseEarlyDiscount(trx, actor, { invoice_id, parent_id })
  const sen = await creditUsedOn(trx, invoice_id)
  if (sen <= 0 || !['unpaid', 'paid'].includes(invoice.status)) throw new Refusal('family_credit.none_used')
  await trx
    .updateTable('invoice')
    .set({ paid_sen: sql`paid_sen - ${sen}::bigint`, paid_on: null, status: 'unpaid', ...changed(actor) })
    .where('id', '=', invoice_id)
    // The invoice is locked; reversing an early-payment discount has increased its version.
    .where('version', '=', early > 0 ? version + 1 : version)
    .executeTakeFirstOrThrow()
  await returnToCredit(trx, actor, { parent_id, invoice_id, sen })
  await record(
    trx,
    actor,
    'invoice.payment_undone',
    { type: 'invoice', id: invoice_id },
    { before: { status: invoice.status }, after: { credit_sen: sen, status: 'unpaid', reason } },
  )
  return { number: invoice.number ?? '', sen }
}

/** Credit used for an invoice, in sen. */
export async function creditUsedOn(trx: Kysely<DB>, invoice_id: string): Promise<number> {
  const { sen } = await trx
    .selectFrom('credit_entry')
    .select(sql<number>`coalesce(-sum(delta_sen), 0)`.as('sen'))
    .where('invoice_id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  return sen
}
