import { type Kysely, sql } from 'kysely'
import { todayInSql } from '#app/domain/core/clock.ts'
import type { PaymentMethod } from '#app/domain/core/invoicing/payment.ts'
import type { DB } from '#db/types.ts'
import type { FeeKind } from '../rules/reportable.ts'
import type { DocumentStatus } from '../words.ts'

/** What a document is made from: rows of `einvoice_document`, or invoices and credit notes that may become some. */
export interface Sources {
  document_ids?: readonly string[]
  /** Each is composed under its own id. */
  invoice_ids?: readonly string[]
  credit_note_ids?: readonly string[]
}

/**
 * Everything that documents are composed from: one query for each kind of row, however many documents, all sent at once. What
 * is from no invoice and no credit note is left out.
 */
export async function composeFacts(db: Kysely<DB>, sources: Sources) {
  const rows = documents(db, sources)
  const [heads, lines, credited, payments, originals] = await Promise.all([
    headsOf(db, rows),
    linesOf(db, rows),
    creditedLinesOf(db, rows),
    paymentsOf(db, rows),
    originalsOf(db, rows),
  ])
  const of = <Row extends { document_id: string }>(found: readonly Row[]) => {
    const grouped = Map.groupBy(found, ({ document_id }) => document_id)
    return (id: string) => grouped.get(id) ?? []
  }
  const [linesFor, creditedFor] = [of(lines), of(credited)]
  const [paymentsFor, originalsFor] = [of(payments), of(originals)]
  return heads.map((head) => ({
    head,
    lines: head.source === 'invoice' ? linesFor(head.id) : creditedFor(head.id),
    payments: paymentsFor(head.id),
    originals: originalsFor(head.id),
  }))
}
export type ComposeFacts = Awaited<ReturnType<typeof composeFacts>>[number]

/** Rows of one shape; those that are not there yet are of the environment in use. */
function documents(db: Kysely<DB>, { document_ids = [], invoice_ids = [], credit_note_ids = [] }: Sources) {
  const planned = sql<string>`(select environment from einvoice_setting)`.as('environment')
  const nothing = sql<string | null>`null::uuid`
  return db
    .selectFrom('einvoice_document')
    .select(['id', 'source', 'number', 'invoice_id', 'credit_note_id', 'environment'])
    .where(sql<boolean>`id = any(${document_ids}::uuid[])`)
    .unionAll(
      db
        .selectFrom('invoice')
        .select(['id', sql<string>`'invoice'`.as('source'), sql<string>`coalesce(number, '')`.as('number')])
        .select(['id as invoice_id', nothing.as('credit_note_id'), planned])
        .where(sql<boolean>`id = any(${invoice_ids}::uuid[])`),
    )
    .unionAll(
      db
        .selectFrom('credit_note')
        .select([
          'id',
          sql<string>`'credit_note'`.as('source'),
          sql<string>`coalesce(number, '')`.as('number'),
        ])
        .select([nothing.as('invoice_id'), 'id as credit_note_id', planned])
        .where(sql<boolean>`id = any(${credit_note_ids}::uuid[])`),
    )
}
type Documents = ReturnType<typeof documents>

function headsOf(db: Kysely<DB>, rows: Documents) {
  return db
    .selectFrom(rows.as('document'))
    .leftJoin('credit_note as note', 'note.id', 'document.credit_note_id')
    .innerJoin('invoice', (join) =>
      join.on(sql<boolean>`invoice.id = coalesce(document.invoice_id, note.invoice_id)`),
    )
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .innerJoin('parent as payer', 'payer.id', 'invoice.payer_parent_id')
    .select(['document.id', 'document.number', 'document.invoice_id'])
    .select(sql<'invoice' | 'credit_note'>`document.source`.as('source'))
    .select(['note.kind as note_kind', 'note.status as note_status', 'note.total_sen as note_total_sen'])
    .select(['invoice.number as invoice_number', 'invoice.issued_on', 'invoice.status as invoice_status'])
    .select([
      'invoice.is_carried_over',
      'invoice.tax_rate_bp',
      'invoice.total_sen',
      'student.name as student',
    ])
    .select(['payer.id as payer_id', 'payer.name as payer_name', 'payer.tin as payer_tin'])
    .select(['payer.identity_type', 'payer.identity_no_sealed', 'payer.phone', 'payer.email'])
    .select(['payer.address_line1', 'payer.address_line2', 'payer.address_line3'])
    .select(['payer.city', 'payer.postcode', 'payer.state', 'payer.country'])
    .select(sql<string>`(${todayInSql})::text`.as('today'))
    .execute()
}

/** The names of the discounts by rule, as the line was billed. */
const discountNames = sql<string[]>`coalesce((select array_agg(given ->> 'name')
  from jsonb_array_elements(line.facts -> 'discounts') as given), '{}')`

function linesOf(db: Kysely<DB>, rows: Documents) {
  return db
    .selectFrom(rows.as('document'))
    .innerJoin('invoice_item as line', 'line.invoice_id', 'document.invoice_id')
    .leftJoin('fee_type', 'fee_type.id', 'line.fee_type_id')
    .leftJoin('fee_category', 'fee_category.id', 'fee_type.fee_category_id')
    .select(['document.id as document_id', 'line.description', 'line.quantity_hundredths'])
    .select(['line.price_sen', 'line.discount_sen', 'line.discount_reason', 'line.taxable'])
    .select(['line.amount_sen', 'line.tax_sen', 'line.period_starts_on', 'line.period_ends_on'])
    .select('fee_category.einvoice_classification as classification')
    .select(sql<FeeKind | null>`fee_category.kind`.as('fee_kind'))
    .select(sql<boolean>`coalesce(fee_type.refundable, false)`.as('refundable'))
    .select(discountNames.as('discounts'))
    .orderBy('line.position')
    .execute()
}

/** What a credit note gives back of each line, as a line without a discount. */
function creditedLinesOf(db: Kysely<DB>, rows: Documents) {
  return db
    .selectFrom(rows.as('document'))
    .innerJoin('credit_note_item as item', 'item.credit_note_id', 'document.credit_note_id')
    .innerJoin('invoice_item as line', 'line.id', 'item.invoice_item_id')
    .leftJoin('fee_type', 'fee_type.id', 'line.fee_type_id')
    .leftJoin('fee_category', 'fee_category.id', 'fee_type.fee_category_id')
    .select(['document.id as document_id', 'line.description', sql<number>`100`.as('quantity_hundredths')])
    .select(['item.amount_sen as price_sen', sql<number>`0`.as('discount_sen'), 'line.taxable'])
    .select(['item.amount_sen', 'item.tax_sen', 'line.period_starts_on', 'line.period_ends_on'])
    .select('fee_category.einvoice_classification as classification')
    .select(sql<FeeKind | null>`fee_category.kind`.as('fee_kind'))
    .select(sql<boolean>`coalesce(fee_type.refundable, false)`.as('refundable'))
    .select([sql<string | null>`null`.as('discount_reason'), sql<string[]>`'{}'::text[]`.as('discounts')])
    .orderBy('line.position')
    .execute()
}

/** What has paid the invoices, the first one first; the rounding of cash is borne by the first invoice that it pays. */
function paymentsOf(db: Kysely<DB>, rows: Documents) {
  return db
    .selectFrom(rows.as('document'))
    .innerJoin('payment_allocation as part', 'part.invoice_id', 'document.invoice_id')
    .innerJoin('payment', 'payment.id', 'part.payment_id')
    .select(['document.id as document_id', 'payment.number', 'payment.paid_on', 'part.amount_sen'])
    .select(sql<PaymentMethod>`payment.method`.as('method'))
    .select(
      sql<number>`case when part.invoice_id = (select min(other.invoice_id::text)::uuid from payment_allocation as other
        where other.payment_id = payment.id) then payment.rounding_sen else 0 end`.as('rounding_sen'),
    )
    .where('part.reversed_at', 'is', null)
    .where('payment.status', '=', 'paid')
    .orderBy('payment.paid_on')
    .orderBy('payment.number')
    .execute()
}

/** The e-invoices of the invoices that credit notes correct, in the same environment. */
function originalsOf(db: Kysely<DB>, rows: Documents) {
  return db
    .selectFrom(rows.as('document'))
    .innerJoin('credit_note as note', 'note.id', 'document.credit_note_id')
    .innerJoin('einvoice_document as original', (join) =>
      join
        .onRef('original.invoice_id', '=', 'note.invoice_id')
        .onRef('original.environment', '=', 'document.environment'),
    )
    .select(['document.id as document_id', 'original.id', 'original.uuid'])
    .select(sql<DocumentStatus>`original.status`.as('status'))
    .orderBy('original.created_at')
    .execute()
}
