import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/actor.ts'
import { branchChoices } from '#app/domain/invoices/choices.server.ts'
import { owed } from '#app/domain/invoices/status.server.ts'
import { contains } from '#app/domain/lists/contains.server.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/lists/filters.ts'
import { type Reader, type Selected, tenantList } from '#app/domain/lists/list.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import { paymentMethods, paymentStatuses } from './payment.ts'
import { paymentsInScope } from './scope.server.ts'

/** Payments that the scope reaches, the latest first. */
export const paymentList = tenantList<Selected<typeof listed>>()({
  name: 'payment',
  title: 'payment.plural',
  access: { view: 'payment.view', print: 'payment.print' },
  columns: [
    { key: 'number', label: 'payment.number', sort: true },
    { key: 'paid_on', label: 'payment.paid_on', kind: 'date', sort: true },
    { key: 'payer_name', label: 'payment.payer', sort: true },
    { key: 'invoices', label: 'payment.invoices' },
    { key: 'method', label: 'payment.method', words: 'payment.methods' },
    { key: 'reference_no', label: 'payment.reference_no' },
    { key: 'amount_sen', label: 'payment.amount', kind: 'money', total: true, sort: true },
    { key: 'status', label: 'payment.status', kind: 'status' },
  ],
  filters: {
    from: onDay('payment.from'),
    to: onDay('payment.to'),
    method: oneOf('payment.method', paymentMethods, 'payment.methods'),
    status: oneOf('payment.status', paymentStatuses, 'common.status'),
    branch_id: oneEntry('payment.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
  },
  standard: '-id',
  query(db, { scope }, { q, from, to, method, status, branch_id }) {
    let query = listed(db, scope)
    if (method) query = query.where('payment.method', '=', method)
    if (status) query = query.where('payment.status', '=', status)
    if (from) query = query.where('payment.paid_on', '>=', from)
    if (to) query = query.where('payment.paid_on', '<=', to)
    if (branch_id) query = query.where('payment.branch_id', '=', branch_id)
    return q ? query.where((eb) => mentions(eb, q)) : query
  },
})

/** `invoices`: numbers of those that it was for, with commas. */
function listed(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('payment')
    .where((eb) => paymentsInScope(eb, scope))
    .select(['payment.id', 'payment.number', 'payment.paid_on', 'payment.payer_name'])
    .select(['payment.method', 'payment.amount_sen', 'payment.status'])
    .select((eb) => [
      eb.fn.coalesce('payment.gateway_transaction_id', 'payment.reference_no').as('reference_no'),
      eb
        .selectFrom('payment_allocation')
        .innerJoin('invoice', 'invoice.id', 'payment_allocation.invoice_id')
        .whereRef('payment_allocation.payment_id', '=', 'payment.id')
        .select(sql<string | null>`string_agg(invoice.number, ', ' order by invoice.number)`.as('numbers'))
        .as('invoices'),
    ])
}

/** True of a payment that what was typed is about: it, its payer, or an invoice that it was for. */
function mentions(eb: ExpressionBuilder<DB, 'payment'>, typed: string) {
  return eb.or([
    contains(eb, typed, [
      'payment.number',
      'payment.payer_name',
      'payment.reference_no',
      'payment.gateway_transaction_id',
      'payment.gateway_order_no',
    ]),
    eb.exists(
      eb
        .selectFrom('payment_allocation')
        .innerJoin('invoice', 'invoice.id', 'payment_allocation.invoice_id')
        .whereRef('payment_allocation.payment_id', '=', 'payment.id')
        .where((inner) => contains(inner, typed, ['invoice.number']))
        .select(sql`1`.as('one')),
    ),
  ])
}

/** One payment with what it went to and, for an online one, every message about it; refuses with not_found.payment. */
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
    .where('payment.id', '=', id)
    .where((eb) => paymentsInScope(eb as never, scope))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payment')
  const [allocations, credit, messages] = await Promise.all([
    allocationsOf(db, id),
    creditOf(db, id),
    row.attempt_id ? messagesOf(db, row.attempt_id) : [],
  ])
  return { ...row, allocations, credit_sen: credit, messages }
}

/** What a payment paid, invoice by invoice. */
export async function allocationsOf(db: Kysely<DB>, payment_id: string) {
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
    ])
    .where('payment_allocation.payment_id', '=', payment_id)
    .orderBy('invoice.number')
    .execute()
}

/** What of a payment became the family's credit, in sen. */
export async function creditOf(db: Kysely<DB>, payment_id: string): Promise<number> {
  const { sen } = await db
    .selectFrom('credit_entry')
    .select(sql<number>`coalesce(sum(delta_sen), 0)`.as('sen'))
    .where('payment_id', '=', payment_id)
    .where('reason', '=', 'overpayment')
    .executeTakeFirstOrThrow()
  return sen
}

/** Every message of the gateway about an attempt, as it came; not its body, which names the account's holder. */
export async function messagesOf(db: Kysely<DB>, attempt_id: string) {
  return db
    .selectFrom('platform.gateway_message')
    .select(['id', 'kind', 'verified', 'response_code', 'outcome', 'note', 'received_at'])
    .where('attempt_id', '=', attempt_id)
    .orderBy('received_at')
    .orderBy('id')
    .execute()
}
