import { type Kysely, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { paymentMethods } from '#app/domain/core/invoicing/payment.ts'
import { inBranches, paymentsInScope } from '#app/domain/core/invoicing/payment-scope.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { UndoFact } from '#app/domain/core/undo/undo-plan.ts'
import { giftTypeOf } from '#app/domain/payments/payments/find-payments.ts'
import type { DB } from '#db/types.ts'
import { type Kind, kinds, type State, states } from './cancel-request.ts'

/** Requests within the scope, by the branch of the invoice or payment; the latest first. */
export const cancelRequestList = tenantList<Selected<typeof listed>>()({
  name: 'cancel-request',
  title: 'cancel_request.plural',
  // The permissions to cancel invoices and payments go together.
  access: { view: 'payment.cancel', print: 'payment.cancel' },
  columns: [
    { key: 'number', label: 'cancel_request.number', kind: 'number' },
    { key: 'kind', label: 'cancel_request.kind', words: 'cancel_request.kinds', room: 'wide' },
    { key: 'requester', label: 'cancel_request.requester', room: 'who', sort: true },
    { key: 'requested_at', label: 'cancel_request.requested_at', kind: 'instant', sort: true },
    { key: 'reason', label: 'cancel_request.reason', room: 'table' },
    { key: 'amount_sen', label: 'cancel_request.amount', kind: 'money', room: 'much', sort: true },
    { key: 'state', label: 'cancel_request.state', kind: 'status' },
  ],
  filters: {
    state: oneOf('cancel_request.state', states, 'common.status'),
    kind: oneOf('cancel_request.kind', kinds, 'cancel_request.kinds'),
  },
  tabs: { filter: 'state', column: 'state' },
  defaultSort: '-id',
  query(db, { scope }, { q, state, kind }) {
    let query = listed(db, scope)
    if (state) query = query.where('cancel_request.state', '=', state)
    if (kind) query = query.where('cancel_request.kind', '=', kind)
    if (q)
      query = query.where((eb) =>
        contains(eb, q, ['invoice.number', 'payment.number', 'requester.name', 'cancel_request.reason']),
      )
    return query
  },
})

function listed(db: Kysely<DB>, scope: RowScope) {
  return requestsInScope(db, scope)
    .leftJoin('user_account as decider', 'decider.id', 'cancel_request.decided_by')
    .select('decider.name as decider')
}

/** What the requester saw; null for requests from before it was stored. */
const effectsSeen = sql<UndoFact[] | null>`cancel_request.effects`.as('effects')

/** One request; refuses not_found.cancel_request. */
export async function cancelRequest(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await requestsInScope(db, scope)
    .select(['cancel_request.requested_by', 'cancel_request.bill_again', effectsSeen])
    .where('cancel_request.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.cancel_request')
  return row
}

/** Requests within the scope, with the number of the invoice or payment and the requester. */
function requestsInScope(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('cancel_request')
    .leftJoin('invoice', 'invoice.id', 'cancel_request.invoice_id')
    .leftJoin('payment', 'payment.id', 'cancel_request.payment_id')
    .innerJoin('user_account as requester', 'requester.id', 'cancel_request.requested_by')
    .select((eb) => [
      'cancel_request.id',
      'cancel_request.reason',
      'cancel_request.requested_at',
      'requester.name as requester',
      eb.fn.coalesce('invoice.number', 'payment.number').as('number'),
      eb.fn.coalesce('invoice.total_sen', 'payment.amount_sen').as('amount_sen'),
      sql<string>`coalesce(cancel_request.invoice_id, cancel_request.payment_id)`.as('subject_id'),
      sql<Kind>`cancel_request.kind`.as('kind'),
      sql<State>`cancel_request.state`.as('state'),
    ])
    .where(inScope(scope))
}

/** The latest request about an invoice or a payment, whatever its state; undefined if there is none. */
export async function latestRequest(db: Kysely<DB>, kind: Kind, subject_id: string) {
  return db
    .selectFrom('cancel_request')
    .innerJoin('user_account as requester', 'requester.id', 'cancel_request.requested_by')
    .leftJoin('user_account as decider', 'decider.id', 'cancel_request.decided_by')
    .select([
      'cancel_request.id',
      'cancel_request.reason',
      'cancel_request.bill_again',
      'cancel_request.requested_by',
      'cancel_request.requested_at',
      'requester.name as requester',
      'decider.name as decider',
      'cancel_request.decided_at',
      'cancel_request.note',
      effectsSeen,
      sql<State>`cancel_request.state`.as('state'),
    ])
    .where(`cancel_request.${kind}_id`, '=', subject_id)
    .orderBy('cancel_request.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function inScope(scope: RowScope) {
  if (scope.scope === 'all') return sql<boolean>`true`
  return scope.scope === 'branch' ? inBranches('cancel_request.branch_id', scope) : sql<boolean>`false`
}

/**
 * Cancelled payments, the latest first: who requested it, who approved it, and why. Without a request there is no approver. Those
 * of some days are the ones whose reversal is booked on these days, and an amount is what the reversal took: without the bank's
 * fee, and with what cash was rounded by.
 */
export const cancelledList = tenantList<Selected<typeof listedCancelled>>()({
  name: 'report/payment/cancelPaymentList',
  title: 'payment.cancelled_list.title',
  access: { view: 'report_money.view', print: 'report_money.print' },
  columns: [
    { key: 'cancelled_at', label: 'payment.cancelled_list.cancelled_at', kind: 'instant', sort: true },
    { key: 'number', label: 'payment.number', kind: 'number', sort: true },
    { key: 'payer_name', label: 'payment.payer', room: 'who', sort: true },
    { key: 'invoices', label: 'payment.invoices', room: 'widest' },
    { key: 'method', label: 'payment.method', words: 'payment.methods', room: 'widest' },
    { key: 'paid_on', label: 'payment.paid_on', kind: 'date', only: 'file' },
    { key: 'booked_on', label: 'report_money.cancelled_booked', kind: 'date', only: 'file' },
    { key: 'by', label: 'payment.cancelled_list.by', room: 'table' },
    { key: 'approver', label: 'payment.cancelled_list.approver', room: 'wide' },
    { key: 'cancel_reason', label: 'payment.cancelled_list.reason', room: 'table' },
    { key: 'amount_sen', label: 'payment.amount', kind: 'money', room: 'much', total: true, sort: true },
  ],
  filters: {
    from: onDay('payment.cancelled_list.from', { until: 'to' }),
    to: onDay('payment.cancelled_list.to'),
    method: oneOf('payment.method', paymentMethods, 'payment.methods'),
    branch_id: oneEntry('payment.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
  },
  defaultSort: '-cancelled_at',
  query(db, { scope }, { q, from, to, method, branch_id }) {
    let query = listedCancelled(db, scope)
    if (from) query = query.where(bookedOn, '>=', from)
    if (to) query = query.where(bookedOn, '<=', to)
    if (method) query = query.where('payment.method', '=', method)
    if (branch_id) query = query.where('payment.branch_id', '=', branch_id)
    return q
      ? query.where((eb) =>
          contains(eb, q, [
            'payment.number',
            'payment.payer_name',
            'payment.reference_no',
            'payment.cancel_reason',
          ]),
        )
      : query
  },
})

/** Of a donation the name of its type. */
const numbers = sql<string | null>`coalesce((select string_agg(invoice.number, ', ' order by invoice.number)
  from payment_allocation join invoice on invoice.id = payment_allocation.invoice_id
  where payment_allocation.payment_id = payment.id), ${giftTypeOf(sql.ref('payment.id'))})`

/** The day of the reversal in the books. */
const bookedOn = sql<string>`coalesce(reversal.collected_on,
  (payment.cancelled_at at time zone 'Asia/Kuala_Lumpur')::date)`

function listedCancelled(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('payment')
    .leftJoin('user_account as canceller', 'canceller.id', 'payment.cancelled_by')
    .leftJoin('cancel_request', (join) =>
      join
        .onRef('cancel_request.payment_id', '=', 'payment.id')
        .on('cancel_request.state', '=', 'approved')
        .onRef('cancel_request.decided_by', '=', 'payment.cancelled_by'),
    )
    .leftJoin('user_account as asker', 'asker.id', 'cancel_request.requested_by')
    .leftJoin('collection as reversal', (join) =>
      join
        .onRef('reversal.payment_id', '=', 'payment.id')
        .on('reversal.status', '=', 'reversed')
        .on('reversal.gross_sen', '<', sql.lit(0))
        .on('reversal.source', '<>', 'rounding'),
    )
    .where('payment.status', '=', 'cancelled')
    .where('payment.cancelled_at', 'is not', null)
    .where(paymentsInScope(scope))
    .select(['payment.id', 'payment.number', 'payment.payer_name', 'payment.method', 'payment.paid_on'])
    .select(['payment.cancelled_at', 'payment.cancel_reason', bookedOn.as('booked_on')])
    .select(sql<number>`payment.amount_sen - payment.payer_fee_sen + payment.rounding_sen`.as('amount_sen'))
    .select([numbers.as('invoices'), sql<string | null>`coalesce(asker.name, canceller.name)`.as('by')])
    .select(sql<string | null>`case when asker.id is not null then canceller.name end`.as('approver'))
}
