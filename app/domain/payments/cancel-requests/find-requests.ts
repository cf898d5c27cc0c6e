import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { inBranches } from '#app/domain/core/invoicing/payment-scope.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { type Kind, kinds, type State, states } from './cancel-request.ts'

/** Requests that the scope reaches, by the branch of what they are about; the latest first. */
export const cancelRequestList = tenantList<Selected<typeof listed>>()({
  name: 'cancel-request',
  title: 'cancel_request.plural',
  // Who cancels invoices cancels payments, too, and in the same branches.
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
  standard: '-id',
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
  return found(db, scope)
    .leftJoin('user_account as decider', 'decider.id', 'cancel_request.decided_by')
    .select('decider.name as decider')
}

/** One request, as a verb needs it; refuses with not_found.cancel_request. */
export async function cancelRequest(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await found(db, scope)
    .select(['cancel_request.requested_by', 'cancel_request.bill_again'])
    .where('cancel_request.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.cancel_request')
  return row
}

/** Requests that the scope reaches, with what they are about and who asks. */
function found(db: Kysely<DB>, scope: RowScope) {
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

/** The latest request about an invoice or a payment that is open or was turned down; undefined when there is none. */
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
