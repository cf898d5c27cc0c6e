import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { reachedParents } from '#app/domain/people/parents/find-parents.ts'
import type { DB } from '#db/types.ts'
import { type CreditMoveStatus, creditMoveStatuses } from './credit-move.ts'

/** Credit that went from one family to another, or is to go, the latest first; of families that the scope both reaches. */
export const creditMoveList = tenantList<Selected<typeof found>>()({
  name: 'credit-move',
  title: 'credit_move.plural',
  access: { view: 'credit_move.view', print: 'credit_move.print' },
  columns: [
    { key: 'parent', label: 'credit_move.parent', room: 'who', sort: true },
    { key: 'to_parent', label: 'credit_move.to_parent', sort: true },
    { key: 'requester', label: 'credit_move.requester', room: 'widest' },
    { key: 'requested_at', label: 'credit_move.requested_at', kind: 'instant', room: 'wide', sort: true },
    { key: 'reason', label: 'credit_move.reason', only: 'file' },
    { key: 'amount_sen', label: 'credit_move.amount_sen', kind: 'money', room: 'much', sort: true },
    { key: 'status', label: 'credit_move.status', kind: 'status' },
  ],
  filters: { status: oneOf('credit_move.status', creditMoveStatuses, 'common.status') },
  tabs: byStatus,
  defaultSort: '-requested_at',
  query(db, { scope }, { q, status }) {
    let query = found(db, scope)
    if (status) query = query.where('credit_move.status', '=', status)
    return q
      ? query.where((eb) =>
          contains(eb, q, ['giver.name', 'giver.family_code', 'taker.name', 'taker.family_code']),
        )
      : query
  },
})

/** Both families must be within reach, also one that was removed since: who sees one alone is not told of the other. */
export function creditMovesIn(db: Kysely<DB>, scope: RowScope) {
  const reached = () => reachedParents(db, scope).select('parent.id')
  return db
    .selectFrom('credit_move')
    .where('credit_move.parent_id', 'in', reached())
    .where('credit_move.to_parent_id', 'in', reached())
}

function found(db: Kysely<DB>, scope: RowScope) {
  return creditMovesIn(db, scope)
    .innerJoin('parent as giver', 'giver.id', 'credit_move.parent_id')
    .innerJoin('parent as taker', 'taker.id', 'credit_move.to_parent_id')
    .innerJoin('user_account as requester', 'requester.id', 'credit_move.requested_by')
    .select(['credit_move.id', 'credit_move.amount_sen', 'credit_move.reason', 'credit_move.version'])
    .select(['credit_move.parent_id', 'credit_move.to_parent_id', 'credit_move.requested_at'])
    .select(['giver.name as parent', 'taker.name as to_parent', 'requester.name as requester'])
    .select(sql<CreditMoveStatus>`credit_move.status`.as('status'))
}

/** One of them with who decided; refuses with not_found.credit_move. */
export async function creditMove(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await found(db, scope)
    .leftJoin('user_account as decider', 'decider.id', 'credit_move.decided_by')
    .select(['credit_move.requested_by', 'credit_move.decided_at', 'credit_move.decision_reason'])
    .select(['decider.name as decider'])
    .where('credit_move.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.credit_move')
  return row
}
export type CreditMove = Awaited<ReturnType<typeof creditMove>>
