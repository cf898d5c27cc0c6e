import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/actor.ts'
import { owed } from '#app/domain/invoices/status.server.ts'
import { contains } from '#app/domain/lists/contains.server.ts'
import { paginated } from '#app/domain/lists/paginate.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import type { PaymentSearch } from './payment-form.ts'
import { paymentsInScope } from './scope.server.ts'

/** Payments that the scope reaches, the latest first. */
export const payments = paginated((db, scope: RowScope, search: PaymentSearch) => {
  let query = db
    .selectFrom('payment')
    .where((eb) => paymentsInScope(eb, scope))
    .select((eb) => [
      'payment.id',
      'payment.number',
      'payment.paid_on',
      'payment.payer_name',
      'payment.method',
      'payment.amount_sen',
      'payment.status',
      eb.fn.coalesce('payment.gateway_transaction_id', 'payment.reference_no').as('reference_no'),
      eb
        .selectFrom('payment_allocation')
        .innerJoin('invoice', 'invoice.id', 'payment_allocation.invoice_id')
        .whereRef('payment_allocation.payment_id', '=', 'payment.id')
        .select(sql<string | null>`string_agg(invoice.number, ', ' order by invoice.number)`.as('numbers'))
        .as('invoices'),
    ])
  if (search.method) query = query.where('payment.method', '=', search.method)
  if (search.status) query = query.where('payment.status', '=', search.status)
  if (search.from) query = query.where('payment.paid_on', '>=', search.from)
  if (search.to) query = query.where('payment.paid_on', '<=', search.to)
  if (search.branch_id) query = query.where('payment.branch_id', '=', search.branch_id)
  if (search.q) {
    query = query.where((eb) =>
      eb.or([
        contains(eb, search.q, [
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
            .where((eb) => contains(eb, search.q, ['invoice.number']))
            .select(sql`1`.as('one')),
        ),
      ]),
    )
  }
  const order = {
    sorts: {
      id: 'payment.id',
      number: 'payment.number',
      paid_on: 'payment.paid_on',
      payer_name: 'payment.payer_name',
      amount_sen: 'payment.amount_sen',
    },
    standard: '-id',
    tie: 'payment.id',
    sums: { amount_sen: 'payment.amount_sen' },
  }
  return { query, search, order }
})

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
