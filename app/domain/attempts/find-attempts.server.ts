import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/actor.ts'
import { dayBegins } from '#app/domain/clock.server.ts'
import { contains } from '#app/domain/lists/contains.server.ts'
import { paginate } from '#app/domain/lists/paginate.server.ts'
import { messagesOf } from '#app/domain/payments/find-payments.server.ts'
import type { AttemptSearch } from '#app/domain/payments/payment-form.ts'
import { attemptsInScope } from '#app/domain/payments/scope.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'

/** Tries to pay online that the scope reaches, the latest first. */
export async function attempts(db: Kysely<DB>, scope: RowScope, search: AttemptSearch) {
  let query = db
    .selectFrom('payment_attempt')
    .where((eb) => attemptsInScope(eb, scope))
    .select([
      'payment_attempt.id',
      'payment_attempt.order_no',
      'payment_attempt.requested_at',
      'payment_attempt.buyer_name',
      'payment_attempt.bank_name',
      'payment_attempt.model',
      'payment_attempt.gateway_transaction_id',
      'payment_attempt.response_code',
      'payment_attempt.amount_sen',
      'payment_attempt.state',
    ])
  if (search.state === 'attention') query = query.where('payment_attempt.review_reason', 'is not', null)
  else if (search.state) query = query.where('payment_attempt.state', '=', search.state)
  if (search.from) query = query.where('payment_attempt.requested_at', '>=', dayBegins(search.from))
  if (search.to) query = query.where('payment_attempt.requested_at', '<', dayBegins(search.to, 1))
  if (search.q) {
    query = query.where((eb) =>
      eb.or([
        contains(eb, search.q, [
          'payment_attempt.order_no',
          'payment_attempt.gateway_transaction_id',
          'payment_attempt.buyer_name',
        ]),
        eb.exists(
          eb
            .selectFrom('payment_attempt_invoice')
            .innerJoin('invoice', 'invoice.id', 'payment_attempt_invoice.invoice_id')
            .whereRef('payment_attempt_invoice.attempt_id', '=', 'payment_attempt.id')
            .where((inner) => contains(inner, search.q, ['invoice.number']))
            .select(sql`1`.as('one')),
        ),
      ]),
    )
  }
  return paginate(query, search, {
    sorts: { requested_at: 'payment_attempt.requested_at', amount_sen: 'payment_attempt.amount_sen' },
    standard: '-requested_at',
    tie: 'payment_attempt.id',
    sums: { amount_sen: 'payment_attempt.amount_sen' },
  })
}

/** Midnight in Malaysia, where the day of a filter begins and ends. */

/** How many attempts of the scope wait for a person. */
export async function attentionCount(db: Kysely<DB>, scope: RowScope): Promise<number> {
  const { count } = await db
    .selectFrom('payment_attempt')
    .where((eb) => attemptsInScope(eb, scope))
    .where('review_reason', 'is not', null)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** One attempt with its invoices, its payment and every message about it; refuses with not_found.payment. */
export async function attempt(db: Kysely<DB>, scope: RowScope, id: string) {
  const [row, invoices, messages] = await Promise.all([
    db
      .selectFrom('payment_attempt')
      .leftJoin('payment', 'payment.attempt_id', 'payment_attempt.id')
      .select([
        'payment_attempt.id',
        'payment_attempt.order_no',
        'payment_attempt.public_code',
        'payment_attempt.model',
        'payment_attempt.bank_name',
        'payment_attempt.buyer_name',
        'payment_attempt.buyer_email',
        'payment_attempt.amount_sen',
        'payment_attempt.payer_fee_sen',
        'payment_attempt.tenant_fee_sen',
        'payment_attempt.state',
        'payment_attempt.late_success',
        'payment_attempt.review_reason',
        'payment_attempt.gateway_transaction_id',
        'payment_attempt.response_code',
        'payment_attempt.bank_reference',
        'payment_attempt.requested_at',
        'payment_attempt.responded_at',
        'payment_attempt.next_enquiry_at',
        'payment_attempt.enquiries',
        'payment.id as payment_id',
        'payment.number as payment_number',
      ])
      .where('payment_attempt.id', '=', id)
      .where((eb) => attemptsInScope(eb as never, scope))
      .executeTakeFirst(),
    db
      .selectFrom('payment_attempt_invoice')
      .innerJoin('invoice', 'invoice.id', 'payment_attempt_invoice.invoice_id')
      .innerJoin('student', 'student.id', 'invoice.student_id')
      .select([
        'payment_attempt_invoice.invoice_id',
        'invoice.number',
        'student.name as student',
        'payment_attempt_invoice.amount_sen',
        sql<boolean>`invoice.locked_by_attempt_id = payment_attempt_invoice.attempt_id`.as('held'),
      ])
      .where('payment_attempt_invoice.attempt_id', '=', id)
      .orderBy('payment_attempt_invoice.position')
      .execute(),
    messagesOf(db, id),
  ])
  if (!row) throw new Refusal('not_found.payment')
  return { ...row, invoices, messages }
}
