import { type Kysely, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/choices.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { dayBegins } from '#app/domain/core/clock.ts'
import { paymentsInScope } from '#app/domain/core/invoicing/payment-scope.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { manualMethods } from '#app/domain/payments/payments/payment.ts'
import type { DB } from '#db/types.ts'

/** Payments that were cancelled, the latest first: who wanted it, who agreed, and why. One that was not asked for has nobody who agreed. */
export const cancelledList = tenantList<Selected<typeof listed>>()({
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
    { key: 'by', label: 'payment.cancelled_list.by', room: 'table' },
    { key: 'approver', label: 'payment.cancelled_list.approver', room: 'wide' },
    { key: 'cancel_reason', label: 'payment.cancelled_list.reason', room: 'table' },
    { key: 'amount_sen', label: 'payment.amount', kind: 'money', room: 'much', total: true, sort: true },
  ],
  filters: {
    from: onDay('payment.cancelled_list.from', { until: 'to' }),
    to: onDay('payment.cancelled_list.to'),
    method: oneOf('payment.method', manualMethods, 'payment.methods'),
    branch_id: oneEntry('payment.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
  },
  standard: '-cancelled_at',
  query(db, { scope }, { q, from, to, method, branch_id }) {
    let query = listed(db, scope)
    if (from) query = query.where('payment.cancelled_at', '>=', dayBegins(from))
    if (to) query = query.where('payment.cancelled_at', '<', dayBegins(to, 1))
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

const numbers = sql<string | null>`(select string_agg(invoice.number, ', ' order by invoice.number)
  from payment_allocation join invoice on invoice.id = payment_allocation.invoice_id
  where payment_allocation.payment_id = payment.id)`

function listed(db: Kysely<DB>, scope: RowScope) {
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
    .where('payment.status', '=', 'cancelled')
    .where('payment.cancelled_at', 'is not', null)
    .where(paymentsInScope(scope))
    .select(['payment.id', 'payment.number', 'payment.payer_name', 'payment.method', 'payment.paid_on'])
    .select(['payment.amount_sen', 'payment.cancelled_at', 'payment.cancel_reason'])
    .select([numbers.as('invoices'), sql<string | null>`coalesce(asker.name, canceller.name)`.as('by')])
    .select(sql<string | null>`case when asker.id is not null then canceller.name end`.as('approver'))
}
