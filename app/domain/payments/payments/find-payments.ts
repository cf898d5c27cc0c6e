import { type AliasableExpression, type Kysely, type RawBuilder, sql } from 'kysely'
import { refundedSen } from '#app/domain/accounting/collections/collection.ts'
import { giftShown } from '#app/domain/accounting/gifts/find-gift.ts'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { owed } from '#app/domain/core/invoicing/invoice.ts'
import { paidLines } from '#app/domain/core/invoicing/paid-lines.ts'
import { paymentMethods, wentOut } from '#app/domain/core/invoicing/payment.ts'
import { paymentsInScope } from '#app/domain/core/invoicing/payment-scope.ts'
import { titleFacts, titlesPaid } from '#app/domain/core/invoicing/title.ts'
import type { Titled } from '#app/domain/core/lists/columns.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { bookedStatuses } from './payment.ts'

const isFamily = ({ scope }: Reader) => scope.scope === 'own'
const isOffice = (reader: Reader) => !isFamily(reader)

/**
 * Payments within the scope, the latest first, by the day of payment. A payment that was cancelled or refunded has a second
 * line of outgoing money on its own day, so that the sums of past days do not change. Cash is shown as rounded.
 */
export const paymentList = tenantList<Selected<typeof listedPayments>>()({
  name: 'payment',
  title: 'payment.plural',
  access: { view: 'payment.view', print: 'payment.print' },
  columns: [
    { key: 'title', label: 'payment.paper.for', kind: 'title', room: 'who', when: isFamily },
    { key: 'number', label: 'payment.number', kind: 'number', sort: true },
    { key: 'booked_on', label: 'payment.booked_on', kind: 'date', sort: true },
    { key: 'payer_name', label: 'payment.payer', room: 'who', sort: true, when: isOffice },
    { key: 'invoices', label: 'payment.invoices', room: 'wide', when: isOffice },
    { key: 'title', label: 'payment.paper.for', kind: 'title', only: 'file', when: isOffice },
    { key: 'method', label: 'payment.method', words: 'payment.methods', room: 'wide' },
    { key: 'reference_no', label: 'payment.reference_no', kind: 'number', room: 'widest', lines: true },
    { key: 'amount_sen', label: 'payment.amount', kind: 'money', room: 'much', total: true, sort: true },
    { key: 'payer_fee_sen', label: 'payment.payer_fee', kind: 'money', total: true, only: 'file' },
    { key: 'rounding_sen', label: 'payment.rounding', kind: 'money', total: true, only: 'file' },
    { key: 'status', label: 'payment.status', kind: 'status' },
  ],
  filters: {
    from: onDay('payment.from', { until: 'to' }),
    to: onDay('payment.to'),
    method: oneOf('payment.method', paymentMethods, 'payment.methods'),
    status: oneOf('payment.status', bookedStatuses, 'common.status'),
    branch_id: oneEntry('payment.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
  },
  tabs: byStatus,
  // Cancelled payments were received and are reversed by their own lines; failed and pending ones were never received.
  summed: { column: 'status', values: ['paid', 'cancelled', ...wentOut], word: 'payment.total_received' },
  defaultSort: '-id',
  query(db, { scope }, { q, from, to, method, status, branch_id }) {
    let incoming = received(db, scope)
    let outgoing = reversals(db, scope)
    if (method) {
      incoming = incoming.where('payment.method', '=', method)
      outgoing = outgoing.where('payment.method', '=', method)
    }
    if (from) {
      incoming = incoming.where('payment.paid_on', '>=', from)
      outgoing = outgoing.where('collection.collected_on', '>=', from)
    }
    if (to) {
      incoming = incoming.where('payment.paid_on', '<=', to)
      outgoing = outgoing.where('collection.collected_on', '<=', to)
    }
    if (branch_id) {
      incoming = incoming.where('payment.branch_id', '=', branch_id)
      outgoing = outgoing.where('payment.branch_id', '=', branch_id)
    }
    if (q) {
      incoming = incoming.where('payment.id', 'in', paymentsMentioning(db, q))
      outgoing = outgoing.where('payment.id', 'in', paymentsMentioning(db, q))
    }
    if (isOutgoingStatus(status)) return withInvoices(db, outgoing.where('collection.status', '=', status))
    return withInvoices(
      db,
      status ? incoming.where('payment.status', '=', status) : incoming.unionAll(outgoing),
    )
  },
})

const isOutgoingStatus = (status: string | undefined): status is (typeof wentOut)[number] =>
  wentOut.some((one) => one === status)

type Booked = AliasableExpression<Selected<typeof received>>

/**
 * Adds `invoices`, the numbers of the invoices paid, and `title`, what they are called after; of a donation both are the name
 * of its type. Applied to the union, so that they are read for the rows of a page only.
 */
function withInvoices(db: Kysely<DB>, booked: Booked) {
  return db.selectFrom(booked.as('booked')).selectAll('booked').select([paidFor, paidTitle])
}

const listedPayments = (db: Kysely<DB>, scope: RowScope) => withInvoices(db, received(db, scope))

/** Incoming payments. */
function received(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('payment')
    .where(paymentsInScope(scope))
    .select(['payment.id', 'payment.id as payment_id', 'payment.number', 'payment.paid_on as booked_on'])
    .select(['payment.payer_name', 'payment.method', 'payment.payer_fee_sen', 'payment.rounding_sen'])
    .select(sql<number>`payment.amount_sen + payment.rounding_sen`.as('amount_sen'))
    .select(['payment.status', referenceOf])
}

/** Lines of `collection` for outgoing money. */
function reversals(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('collection')
    .innerJoin('payment', 'payment.id', 'collection.payment_id')
    .where('collection.gross_sen', '<', sql.lit(0))
    .where('collection.source', '<>', 'rounding')
    .where(paymentsInScope(scope))
    .select(['collection.id', 'payment.id as payment_id', 'payment.number'])
    .select(['collection.collected_on as booked_on', 'payment.payer_name', 'payment.method'])
    .select(['collection.payer_fee_sen', sql<number>`-payment.rounding_sen`.as('rounding_sen')])
    .select(sql<number>`collection.gross_sen - payment.rounding_sen`.as('amount_sen'))
    .select(['collection.status', referenceOf])
}

/** The reference of a payment at its bank. */
const referenceOf = sql<string | null>`coalesce(payment.gateway_transaction_id, payment.reference_no)`.as(
  'reference_no',
)

/** SQL: the name of the type of the donation that a payment is; null where it is none. */
export const giftTypeOf = (payment_id: RawBuilder<unknown>) => sql<string | null>`(
  select coalesce(infaq_type.name, zakat_type.name)
  from donation left join infaq_type on infaq_type.id = infaq_type_id left join zakat_type on zakat_type.id = zakat_type_id
  where donation.payment_id = ${payment_id})`
const giftType = giftTypeOf(sql.ref('booked.payment_id'))

const paidFor = sql<string | null>`coalesce((
  select string_agg(invoice.number, ', ' order by invoice.number)
  from payment_allocation join invoice on invoice.id = payment_allocation.invoice_id
  where payment_allocation.payment_id = booked.payment_id), ${giftType})`.as('invoices')

const paidTitle =
  sql<Titled | null>`coalesce(${titlesPaid(sql.ref('booked.payment_id'))}, to_jsonb(${giftType}))`.as('title')

/** Ids of payments that match a search: by their own columns, or by the number of an invoice paid; each by its index. */
export function paymentsMentioning(db: Kysely<DB>, typed: string) {
  return db
    .selectFrom('payment as about')
    .where((eb) =>
      contains(eb, typed, [
        'about.number',
        'about.payer_name',
        'about.reference_no',
        'about.gateway_transaction_id',
        'about.gateway_order_no',
      ]),
    )
    .select('about.id')
    .union(
      db
        .selectFrom('payment_allocation')
        .where('payment_allocation.invoice_id', 'in', (eb) =>
          eb
            .selectFrom('invoice')
            .where((inner) => contains(inner, typed, ['invoice.number']))
            .select('invoice.id'),
        )
        .select('payment_allocation.payment_id as id'),
    )
}

/** One payment with its allocations and, if online, all gateway messages; refuses not_found.payment. */
export async function payment(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await db
    .selectFrom('payment')
    .innerJoin('branch', 'branch.id', 'payment.branch_id')
    .leftJoin('user_account', 'user_account.id', 'payment.received_by')
    .leftJoin('user_account as canceller', 'canceller.id', 'payment.cancelled_by')
    .leftJoin('payment_attempt', 'payment_attempt.id', 'payment.attempt_id')
    .selectAll('payment')
    .select([
      'branch.name as branch',
      'user_account.name as receiver',
      'canceller.name as canceller',
      'payment_attempt.model',
      'payment_attempt.tenant_fee_sen',
      'payment_attempt.late_success',
    ])
    .select(refundedSen(sql.ref('payment.id')).as('sent_back_sen'))
    .where('payment.id', '=', id)
    .where(paymentsInScope(scope))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payment')
  const attempt_id = row.attempt_id ?? row.second_debit_of
  const [allocations, issued, credit, gift, messages, { replaces, replaced_by }] = await Promise.all([
    allocationsQuery(db, id).execute(),
    issuedBalances(db, id),
    creditOf(db, id),
    giftShown(db, 'payment_id', id),
    attempt_id ? messagesOf(db, attempt_id) : [],
    correctionsOf(db, row),
  ])
  return {
    ...row,
    ...{ replaces, replaced_by },
    allocations: allocations.map((one) => ({ ...one, then_sen: issued.get(one.invoice_id) ?? null })),
    credit_sen: credit,
    gift: gift ?? null,
    messages,
  }
}

/** The payment that one corrects, and the one by which it was corrected. */
async function correctionsOf(
  db: Kysely<DB>,
  { id, replaces_id }: { id: string; replaces_id: string | null },
) {
  const rows = await db
    .selectFrom('payment')
    .select(['id', 'number', 'replaces_id'])
    .where((eb) => eb.or([eb('id', '=', replaces_id), eb('replaces_id', '=', id)]))
    .execute()
  const shown = (row: (typeof rows)[number] | undefined) => row && { id: row.id, number: row.number }
  return {
    replaces: shown(rows.find((row) => row.id === replaces_id)) ?? null,
    replaced_by: shown(rows.find((row) => row.replaces_id === id)) ?? null,
  }
}

/** Balance of each invoice after the payment, as on the receipt. */
async function issuedBalances(db: Kysely<DB>, payment_id: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ invoice_id: string; balance_sen: number }>`
    select line ->> 'invoice_id' as invoice_id, (line ->> 'balance_sen')::bigint as balance_sen
    from receipt, jsonb_array_elements(content -> 'allocations') as line
    where payment_id = ${payment_id}`.execute(db)
  return new Map(rows.map((row) => [row.invoice_id, row.balance_sen]))
}

/** Allocations of a payment with the present balance of each invoice, and what it is for. */
export function allocationsQuery(db: Kysely<DB>, payment_id: string) {
  return db
    .selectFrom('payment_allocation')
    .innerJoin('invoice', 'invoice.id', 'payment_allocation.invoice_id')
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .select([
      'payment_allocation.invoice_id',
      'invoice.number',
      'student.name as student',
      'payment_allocation.amount_sen',
      owed.as('balance_sen'),
      titleFacts.as('title'),
      paidLines.as('lines'),
    ])
    .where('payment_allocation.payment_id', '=', payment_id)
    .orderBy('invoice.number')
}

/** The overpayment that became the family's credit, in sen. */
export async function creditOf(db: Kysely<DB>, payment_id: string): Promise<number> {
  const { sen } = await db
    .selectFrom('credit_entry')
    .select(sql<number>`coalesce(sum(delta_sen), 0)`.as('sen'))
    .where('payment_id', '=', payment_id)
    .where('reason', '=', 'overpayment')
    .executeTakeFirstOrThrow()
  return sen
}

/** All gateway messages of an attempt, the oldest first; without their bodies, which name the account's holder. */
export async function messagesOf(db: Kysely<DB>, attempt_id: string) {
  return db
    .selectFrom('platform.gateway_message')
    .select(['id', 'kind', 'verified', 'response_code', 'outcome', 'note', 'received_at'])
    .where('attempt_id', '=', attempt_id)
    .orderBy('received_at')
    .orderBy('id')
    .execute()
}
