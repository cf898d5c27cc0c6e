import { type Kysely, sql } from 'kysely'
import { operatorsWho } from '#app/domain/core/access/operator-access.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { entityChoices } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { reconciliationStates } from './reconcile.ts'

/** The results of the nightly reconciliation of each organisation. */
export const reconciliationList = operatorList<Selected<typeof reconciliations>>()({
  name: 'equation',
  title: 'admin.equation.plural',
  access: { view: 'admin.payout.view', print: 'admin.payout.print' },
  columns: [
    { key: 'entity', label: 'collection.entity', room: 'who', sort: true },
    { key: 'on_day', label: 'admin.equation.on_day', kind: 'date', sort: true },
    { key: 'state', label: 'admin.equation.state', kind: 'status', words: 'admin.equation.states' },
    { key: 'gross_sen', label: 'admin.equation.gross', kind: 'money', room: 'wide' },
    { key: 'fees_sen', label: 'admin.equation.fees', kind: 'money', only: 'file' },
    { key: 'paid_sen', label: 'admin.equation.paid', kind: 'money', room: 'widest' },
    { key: 'held_sen', label: 'admin.equation.held', kind: 'money', room: 'widest' },
    { key: 'reversed_sen', label: 'admin.equation.reversed', kind: 'money', only: 'file' },
    { key: 'difference_sen', label: 'admin.equation.difference', kind: 'money', room: 'much', sort: true },
    { key: 'fault_reference', label: 'admin.equation.row', kind: 'number', room: 'wide' },
    { key: 'fault', label: 'admin.equation.fault', words: 'admin.equation.faults', only: 'file' },
  ],
  filters: {
    state: oneOf('admin.equation.state', reconciliationStates, 'admin.equation.states'),
    entity_id: oneEntry('collection.entity', entityChoices),
    from: onDay('payment.from', { until: 'to' }),
    to: onDay('payment.to'),
  },
  tabs: { filter: 'state', column: 'state' },
  defaultSort: '-on_day',
  query(db, _reader, { q, state, entity_id, from, to }) {
    let query = reconciliations(db)
    if (state) query = query.where('equation.state', '=', state)
    if (entity_id) query = query.where('equation.entity_id', '=', entity_id)
    if (from) query = query.where('equation.on_day', '>=', from)
    if (to) query = query.where('equation.on_day', '<=', to)
    if (q) query = query.where((eb) => contains(eb, q, ['entity.name', 'equation.fault_reference']))
    return query
  },
})

function reconciliations(db: Kysely<DB>) {
  return db
    .selectFrom('platform.equation as equation')
    .innerJoin('platform.entity as entity', 'entity.id', 'equation.entity_id')
    .select(['equation.id', 'entity.name as entity', 'equation.on_day', 'equation.state'])
    .select(['equation.gross_sen', 'equation.fees_sen', 'equation.paid_sen', 'equation.held_sen'])
    .select([
      'equation.reversed_sen',
      'equation.difference_sen',
      'equation.fault',
      'equation.fault_reference',
    ])
}

/** One result; refuses not_found.equation. */
export async function reconciliation(db: Kysely<DB>, id: string) {
  const row = await reconciliations(db)
    .select(['equation.entity_id', 'equation.outside_sen', 'equation.lines', 'equation.faults'])
    .select(['equation.fault_expected_sen', 'equation.fault_found_sen', 'equation.checked_at'])
    .where('equation.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.equation')
  return row
}

/** The latest result of an organisation; undefined before its first. */
export async function latestReconciliation(db: Kysely<DB>, entity_id: string) {
  return reconciliations(db)
    .where('equation.entity_id', '=', entity_id)
    .orderBy('equation.on_day', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** How many organisations were green and red at their last reconciliation within two days. */
export async function reconciliationCounts(db: Kysely<DB>, today: string) {
  const { rows } = await sql<{ red: number; green: number }>`
    select count(*) filter (where state = 'red')::int as red, count(*) filter (where state = 'green')::int as green
    from (select distinct on (entity_id) state from platform.equation
      where on_day > ${today}::date - 2 order by entity_id, on_day desc) as last`.execute(db)
  return rows[0]!
}

/** Operators who are notified of books that do not reconcile: owners. */
export const reconciliationReaders = (db: Kysely<DB>) => operatorsWho(db, 'admin.payout.approve')

/** When the books of the reader's own organisation were last reconciled; undefined before the first time. */
export function ownReconciliation(db: Kysely<DB>) {
  return db
    .selectFrom('platform.equation')
    .select(['on_day', 'checked_at'])
    .where('entity_id', '=', sql<string>`platform.current_entity()`)
    .orderBy('on_day', 'desc')
    .limit(1)
    .executeTakeFirst()
}
