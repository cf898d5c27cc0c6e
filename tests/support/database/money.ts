import { type Kysely, sql } from 'kysely'
import { type InvoiceSums, sumsOfInvoices } from '#app/domain/billing/invoices/invoice-sums.ts'
import type { DB } from '#db/types.ts'

/**
 * What of an organisation's money does not add up, in sen by name; empty when not a sen is lost or made. What was paid
 * is what invoices got, what families have as credit, what was given, and fees; what came less what went back is in both
 * books; and a fund has what was given for it and what moved into it, less what left it.
 */
export async function imbalance(db: Kysely<DB>): Promise<Record<string, number>> {
  const sum = (text: string) => sql<number>`(${sql.raw(text)})`
  const { rows } = await sql<Record<string, number>>`
    with paid as (select * from payment where status = 'paid'),
    allocated as (
      select coalesce(sum(amount_sen), 0) as sen from payment_allocation
      where reversed_at is null and payment_id in (select id from paid))
    select
      ${sum(`select coalesce(sum(amount_sen - payer_fee_sen), 0) from paid`)}
        - (select sen from allocated)
        - ${sum(`select coalesce(sum(delta_sen), 0) from credit_entry where payment_id in (select id from paid)`)}
        - ${sum('select coalesce(sum(amount_sen), 0) from donation where payment_id in (select id from paid)')}
        as payments_less_allocations_and_credit,
      ${sum('select coalesce(sum(paid_sen), 0) from invoice')} - (select sen from allocated)
        + ${sum('select coalesce(sum(delta_sen), 0) from credit_entry where invoice_id is not null')}
        as invoices_less_allocations_and_credit,
      ${sum(`select count(*) from invoice where paid_sen <>
        (select coalesce(sum(amount_sen), 0) from payment_allocation where invoice_id = invoice.id and reversed_at is null)
        - (select coalesce(sum(delta_sen), 0) from credit_entry where invoice_id = invoice.id)`)}
        as invoices_whose_sum_is_wrong,
      ${sum(`select count(*) from (select from credit_entry group by parent_id having sum(delta_sen) < 0) as family`)}
        as families_with_less_than_nothing,
      ${sum('select coalesce(sum(amount_sen + rounding_sen), 0) from paid')}
        + ${sum(`select coalesce(sum(delta_sen), 0) from credit_entry where reason = 'refund' and (credit_refund_id is null
          or credit_refund_id in (select id from credit_refund where method = 'chip'))`)}
        + ${sum(`select coalesce(sum(delta_sen), 0) from fund_entry where reason = 'returned'`)}
        - ${sum(`select coalesce(sum(gross_sen), 0) from collection`)}
        as payments_less_collections,
      ${sum('select coalesce(sum(rounding_sen), 0) from paid')}
        - ${sum(`select coalesce(sum(gross_sen), 0) from collection where source = 'rounding'`)}
        as rounding_less_its_lines,
      ${sum('select coalesce(sum(gross_sen - payer_fee_sen - tenant_fee_sen - net_sen), 0) from collection')}
        as collections_less_their_parts,
      ${sum('select coalesce(sum(net_sen), 0) from collection')}
        - ${sum('select coalesce(sum(net_sen), 0) from platform.ledger')}
        as collections_less_ledger,
      ${sum('select count(*) from collection')} - ${sum('select count(*) from platform.ledger')}
        as collection_rows_less_ledger_rows,
      ${sum(`select count(*) from invoice where status = 'paid' and balance_sen <> 0 or paid_sen + credited_sen > total_sen`)}
        as invoices_wrongly_paid,
 ${sum(`select count(*) from invoice where credited_sen <>
        (select coalesce(sum(total_sen), 0) from credit_note where invoice_id = invoice.id and status = 'approved')`)}
        as invoices_credited_without_note,
      ${sum(`select coalesce(sum(credit_sen), 0) from credit_note where status = 'approved'`)}
        - ${sum(`select coalesce(sum(delta_sen), 0) from credit_entry where reason = 'credit_note'`)}
        as notes_less_their_credit,
      ${sum(`select coalesce(sum(amount_sen), 0) from credit_refund where status = 'paid'`)}
        + ${sum(`select coalesce(sum(delta_sen), 0) from credit_entry where credit_refund_id is not null`)}
        as refunds_less_their_entries,
      ${sum(`select count(*) from (select parent_id from credit_refund where status in ('requested', 'approved', 'sending')
        group by parent_id having sum(amount_sen) >
          (select coalesce(sum(delta_sen), 0) from credit_entry where parent_id = credit_refund.parent_id)) as family`)}
        as families_with_more_reserved_than_kept,
      ${sum(`select coalesce(sum(delta_sen), 0) from fund_entry where reason in ('gift', 'taken_back')`)}
        - ${sum('select coalesce(sum(amount_sen), 0) from donation where payment_id in (select id from paid)')}
        as funds_less_gifts,
      ${sum(`select coalesce(sum(delta_sen), 0) from fund_entry where reason in ('gift', 'taken_back', 'returned')`)}
        - ${sum(`select coalesce(sum(gross_sen - payer_fee_sen), 0) from collection where source in ('infaq', 'zakat')`)}
        as funds_less_collections,
      ${sum(`select coalesce(sum(delta_sen), 0) from fund_entry where reason in ('moved_in', 'moved_out')`)}
        as moved_between_funds,
      ${sum(`select coalesce(sum(delta_sen), 0) from fund_entry where reason in ('spent', 'paid_over')`)}
        + ${sum(`select coalesce(sum(amount_sen), 0) from fund_move where status = 'approved' and purpose <> 'moved'`)}
        as funds_less_what_was_spent,
      ${sum(`select count(*) from (select from fund_entry group by infaq_type_id, zakat_type_id
        having sum(delta_sen) < 0) as fund`)}
        as funds_with_less_than_nothing,
      ${sum(`select coalesce(sum(assigned_sen), 0) from bank_line`)}
        - ${sum(`select coalesce(sum(amount_sen), 0) from bank_line_payment where released_at is null`)}
        as bank_lines_less_their_payments,
      ${sum(`select count(*) from bank_line_payment join payment on payment.id = bank_line_payment.payment_id
        where (released_at is null) <> (payment.status = 'paid') or bank_line_payment.amount_sen <> payment.amount_sen`)}
        as payments_of_bank_lines_that_differ,
      ${sum(`select count(*) from paid`)} - ${sum(`select count(distinct number) from paid`)}
        as numbers_given_twice
  `.execute(db)
  const shown = { invoices_shown_with_a_wrong_balance: (await wrongSums(db)).length }
  return Object.fromEntries(Object.entries({ ...rows[0]!, ...shown }).filter(([, sen]) => sen !== 0))
}

/** Invoices whose sums, as their page shows them, do not lead from the total to the balance, or have one below zero. */
export async function wrongSums(db: Kysely<DB>): Promise<{ id: string; sums: InvoiceSums }[]> {
  const invoices = await db.selectFrom('invoice').select(['id', 'status', 'balance_sen']).execute()
  const used = await db
    .selectFrom('credit_entry')
    .select(['invoice_id', sql<number>`-sum(delta_sen)::bigint`.as('sen')])
    .where('invoice_id', 'is not', null)
    .where('reason', '<>', 'credit_note')
    .groupBy('invoice_id')
    .execute()
  const usedOn = new Map(used.map(({ invoice_id, sen }) => [invoice_id, Number(sen)]))
  const sumsOf = await sumsOfInvoices(
    db,
    invoices.map(({ id }) => id),
  )
  return invoices.flatMap(({ id, status, balance_sen }) => {
    const sums = sumsOf.get(id)!
    const { total_sen, early_sen, credited_sen, payments, credit_used_sen, credit_kept_sen } = sums
    const paid_sen = payments.reduce((sum, { amount_sen }) => sum + amount_sen, 0)
    const left_sen = total_sen - early_sen - credited_sen - paid_sen - credit_used_sen + credit_kept_sen
    const isShown = status !== 'draft' && status !== 'cancelled'
    const agrees =
      sums.balance_sen === left_sen &&
      (!isShown || (sums.balance_sen === balance_sen && credit_used_sen === (usedOn.get(id) ?? 0))) &&
      [early_sen, credited_sen, credit_used_sen, credit_kept_sen].every((sen) => sen >= 0)
    return agrees ? [] : [{ id, sums }]
  })
}
