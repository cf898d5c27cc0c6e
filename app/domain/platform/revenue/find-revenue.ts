import { type Kysely, sql } from 'kysely'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import {
  type OperatorReader,
  operatorList,
  type SearchOf,
  type Selected,
} from '#app/domain/core/lists/list.ts'
import { entityChoices } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { type BankCost, type RevenueSum, revenueTypes } from './revenue.ts'

/** The platform's revenue, one row per fee, with the bank's cost. */
export const revenueList = operatorList<Selected<typeof earned>>()({
  name: 'revenue',
  title: 'revenue.plural',
  access: { view: 'admin.revenue.view', print: 'admin.revenue.print' },
  columns: [
    { key: 'reference', label: 'revenue.reference', kind: 'number' },
    { key: 'on_day', label: 'revenue.on_day', kind: 'date', sort: true },
    { key: 'entity', label: 'revenue.entity', room: 'who', sort: true },
    { key: 'type', label: 'revenue.type', words: 'revenue.types', room: 'widest' },
    { key: 'gross_sen', label: 'revenue.gross', kind: 'money', room: 'table', total: true, sort: true },
    { key: 'bank_cost_sen', label: 'revenue.bank_cost', kind: 'money', room: 'wide', total: true },
    { key: 'net_sen', label: 'revenue.net', kind: 'money', room: 'much', total: true },
    { key: 'model', label: 'revenue.model', only: 'file' },
  ],
  filters: {
    type: oneOf('revenue.type', revenueTypes, 'revenue.types'),
    entity_id: oneEntry('revenue.entity', entityChoices),
    from: onDay('payment.from', { until: 'to' }),
    to: onDay('payment.to'),
  },
  tabs: { filter: 'type', column: 'type' },
  defaultSort: '-on_day',
  query(db, _reader, { q, type, entity_id, from, to }) {
    let query = earned(db)
    if (type) query = query.where('revenue.type', '=', type)
    if (entity_id) query = query.where('revenue.entity_id', '=', entity_id)
    if (from) query = query.where('revenue.on_day', '>=', from)
    if (to) query = query.where('revenue.on_day', '<=', to)
    if (q) query = query.where((eb) => contains(eb, q, ['revenue.reference', 'entity.name']))
    return query
  },
})

function earned(db: Kysely<DB>) {
  return db
    .selectFrom('platform.revenue as revenue')
    .innerJoin('platform.entity as entity', 'entity.id', 'revenue.entity_id')
    .select(['revenue.id', 'revenue.reference', 'revenue.on_day', 'entity.name as entity', 'revenue.type'])
    .select(['revenue.gross_sen', 'revenue.bank_cost_sen', 'revenue.net_sen', 'revenue.model'])
}

/** Totals by revenue type over the rows of a search, the largest first. */
export async function revenueSums(
  db: Kysely<DB>,
  reader: OperatorReader,
  search: SearchOf<(typeof revenueList)['filters']>,
): Promise<RevenueSum[]> {
  const { rows } = await sql<RevenueSum>`
    select type, count(*) as rows, sum(gross_sen)::bigint as gross_sen,
      sum(bank_cost_sen)::bigint as bank_cost_sen, sum(net_sen)::bigint as net_sen
    from ${revenueList.query(db, reader, search).as('row')}
    group by type order by sum(net_sen) desc, type`.execute(db)
  return rows
}

/** One row with its source; refuses not_found.revenue. */
export async function revenueRow(db: Kysely<DB>, id: string) {
  const row = await earned(db)
    .leftJoin('platform.platform_invoice as invoice', (join) =>
      join.onRef('invoice.id', '=', 'revenue.source_id').on('revenue.source_type', '=', 'platform_invoice'),
    )
    .select(['revenue.entity_id', 'revenue.source_type', 'revenue.source_id', 'revenue.created_at'])
    .select(['invoice.registration_id', 'invoice.tax_sen', 'invoice.total_sen'])
    .where('revenue.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.revenue')
  return row
}

/** The bank's past, present and announced prices, the newest first. */
export async function bankCosts(db: Kysely<DB>): Promise<BankCost[]> {
  return db
    .selectFrom('platform.bank_cost')
    .select(['id', 'model', 'from_on', 'cost_sen', 'author'])
    .orderBy('from_on', 'desc')
    .orderBy('model')
    .execute()
}
