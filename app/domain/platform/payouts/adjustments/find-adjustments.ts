import { type Kysely, sql } from 'kysely'
import { entityChoices } from '#app/domain/accounting/collections/find-collections.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import {
  type AdjustmentKind,
  type AdjustmentStatus,
  adjustmentKinds,
  adjustmentStatuses,
} from './adjustment.ts'

/** What payouts are to be more or less than their lines, as people have asked for it. */
export const adjustmentList = operatorList<Selected<typeof asked>>()({
  name: 'payout-adjustment',
  title: 'payout.adjustment.plural',
  access: { view: 'admin.payout.view', create: 'admin.payout.create', print: 'admin.payout.print' },
  columns: [
    { key: 'entity', label: 'collection.entity', room: 'who', sort: true },
    { key: 'kind', label: 'payout.kind', words: 'payout.kinds' },
    { key: 'reference', label: 'collection.payment', kind: 'number', room: 'wide' },
    { key: 'reason', label: 'common.field.reason', only: 'file' },
    { key: 'requester', label: 'payout.adjustment.requester', room: 'widest' },
    {
      key: 'requested_at',
      label: 'payout.adjustment.requested_at',
      kind: 'instant',
      room: 'table',
      sort: true,
    },
    { key: 'sen', label: 'common.field.amount', kind: 'money', room: 'much', sort: true },
    { key: 'status', label: 'common.field.status', kind: 'status' },
    { key: 'decider', label: 'payout.adjustment.decider', only: 'file' },
    { key: 'payout', label: 'payout.one', kind: 'number', room: 'widest' },
  ],
  filters: {
    status: oneOf('common.field.status', adjustmentStatuses, 'common.status'),
    kind: oneOf('payout.kind', adjustmentKinds, 'payout.kinds'),
    entity_id: oneEntry('collection.entity', entityChoices),
  },
  tabs: byStatus,
  standard: '-requested_at',
  query(db, _reader, { q, status, kind, entity_id }) {
    let query = asked(db)
    if (status) query = query.where('adjustment.status', '=', status)
    if (kind) query = query.where('adjustment.kind', '=', kind)
    if (entity_id) query = query.where('adjustment.entity_id', '=', entity_id)
    return q ? query.where((eb) => contains(eb, q, ['entity.name', 'adjustment.reference'])) : query
  },
})

function asked(db: Kysely<DB>) {
  return db
    .selectFrom('platform.payout_adjustment as adjustment')
    .innerJoin('platform.entity as entity', 'entity.id', 'adjustment.entity_id')
    .leftJoin('platform.payout as payout', 'payout.id', 'adjustment.payout_id')
    .select(['adjustment.id', 'entity.name as entity', 'adjustment.reference', 'adjustment.reason'])
    .select(['adjustment.requester', 'adjustment.requested_at', 'adjustment.sen', 'adjustment.decider'])
    .select(['payout.number as payout', sql<AdjustmentKind>`adjustment.kind`.as('kind')])
    .select(sql<AdjustmentStatus>`adjustment.status`.as('status'))
}

/** One with who asked for it and who decided, at the platform's place. Refuses with not_found.payout_adjustment. */
export async function adjustment(db: Kysely<DB>, id: string) {
  const row = await asked(db)
    .select(['adjustment.entity_id', 'adjustment.requested_by', 'adjustment.decided_at'])
    .select(['adjustment.decision_reason', 'adjustment.payout_id'])
    .where('adjustment.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payout_adjustment')
  return row
}

/** How many wait for somebody else than this operator. */
export async function adjustmentsWaiting(db: Kysely<DB>, operator_id: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('platform.payout_adjustment')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', '=', 'requested')
    .where('requested_by', 'is distinct from', operator_id)
    .executeTakeFirstOrThrow()
  return count
}
