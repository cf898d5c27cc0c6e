import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { giftShown } from '#app/domain/accounting/gifts/find-gift.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { dayBegins } from '#app/domain/core/clock.ts'
import { attemptStates } from '#app/domain/core/invoicing/attempt-states.ts'
import { attemptsInScope } from '#app/domain/core/invoicing/payment-scope.ts'
import { onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { messagesOf } from '#app/domain/payments/payments/find-payments.ts'
import type { DB } from '#db/types.ts'

/** One that needs review waits for a person, as some others do. */
const statesOffered = attemptStates.filter((state) => state !== 'needs_review')

/** Tries to pay online that the scope reaches, whatever became of them, the latest first. */
export const attemptList = tenantList<Selected<typeof listed>>()({
  name: 'fpx-transactions',
  title: 'payment.attempt.plural',
  access: { view: 'payment.enquire', print: 'payment.enquire_print' },
  columns: [
    { key: 'order_no', label: 'payment.order_no', kind: 'number' },
    { key: 'requested_at', label: 'payment.requested_at', kind: 'instant', sort: true },
    { key: 'buyer_name', label: 'payment.payer', room: 'who' },
    { key: 'bank_name', label: 'payment.bank', room: 'wide' },
    {
      key: 'gateway_transaction_id',
      label: 'payment.transaction_id',
      kind: 'number',
      room: 'widest',
      lines: true,
    },
    { key: 'amount_sen', label: 'payment.amount', kind: 'money', room: 'much', total: true, sort: true },
    { key: 'state', label: 'payment.status', kind: 'status', words: 'payment.states' },
    { key: 'model', label: 'payment.model', words: 'payment.models', only: 'file' },
    { key: 'response_code', label: 'payment.response_code', only: 'file' },
  ],
  filters: {
    from: onDay('payment.from', { until: 'to' }),
    to: onDay('payment.to'),
    // `attention`: those that a person must look at.
    state: oneOf('payment.status', ['attention', ...statesOffered], (state) =>
      state === 'attention' ? 'payment.attempt.attention' : `payment.states.${state}`,
    ),
  },
  tabs: { filter: 'state', column: 'tabs' },
  summed: { column: 'state', values: ['paid'], word: 'payment.attempt.total_paid' },
  defaultSort: '-requested_at',
  query(db, { scope }, { q, from, to, state }) {
    let query = listed(db, scope)
    if (state === 'attention') query = query.where('payment_attempt.review_reason', 'is not', null)
    else if (state) query = query.where('payment_attempt.state', '=', state)
    if (from) query = query.where('payment_attempt.requested_at', '>=', dayBegins(from))
    if (to) query = query.where('payment_attempt.requested_at', '<', dayBegins(to, 1))
    return q ? query.where((eb) => mentions(eb, q)) : query
  },
})

function listed(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('payment_attempt')
    .where(attemptsInScope(scope))
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
      sql<string[]>`array_remove(array[payment_attempt.state,
        case when payment_attempt.review_reason is not null then 'attention' end], null)`.as('tabs'),
    ])
}

/** True of an attempt that what was typed is about: it, its payer, or an invoice that it was for. */
function mentions(eb: ExpressionBuilder<DB, 'payment_attempt'>, typed: string) {
  return eb.or([
    contains(eb, typed, [
      'payment_attempt.order_no',
      'payment_attempt.gateway_transaction_id',
      'payment_attempt.buyer_name',
    ]),
    eb.exists(
      eb
        .selectFrom('payment_attempt_invoice')
        .innerJoin('invoice', 'invoice.id', 'payment_attempt_invoice.invoice_id')
        .whereRef('payment_attempt_invoice.attempt_id', '=', 'payment_attempt.id')
        .where((inner) => contains(inner, typed, ['invoice.number']))
        .select(sql`1`.as('one')),
    ),
  ])
}

/** One attempt with its invoices or its gift, its payment and every message about it; refuses with not_found.payment. */
export async function attempt(db: Kysely<DB>, scope: RowScope, id: string) {
  const [row, invoices, gift, messages] = await Promise.all([
    db
      .selectFrom('payment_attempt')
      .leftJoin('payment', 'payment.attempt_id', 'payment_attempt.id')
      .select([
        'payment_attempt.id',
        'payment_attempt.order_no',
        'payment_attempt.public_code',
        'payment_attempt.gateway',
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
        'payment_attempt.fpx_terms_version',
        'payment_attempt.requested_at',
        'payment_attempt.responded_at',
        'payment_attempt.next_enquiry_at',
        'payment_attempt.enquiries',
        'payment.id as payment_id',
        'payment.number as payment_number',
      ])
      .where('payment_attempt.id', '=', id)
      .where(attemptsInScope(scope))
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
    giftShown(db, 'attempt_id', id),
    messagesOf(db, id),
  ])
  if (!row) throw new Refusal('not_found.payment')
  return { ...row, invoices, gift: gift ?? null, messages }
}
