import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/actor.ts'
import { contains } from '#app/domain/lists/contains.server.ts'
import { paginate } from '#app/domain/lists/paginate.server.ts'
import type { DB } from '#db/types.ts'
import type { CollectionSearch, LedgerSearch } from './collection-search.ts'

const money = ['gross_sen', 'fees_sen', 'payer_fee_sen', 'tenant_fee_sen', 'net_sen']
const sums = Object.fromEntries(money.map((column) => [column, `collection.${column}`]))

/** Both fees of a row, the payer's and the organisation's. */
const fees = (table: string) =>
  sql<number>`${sql.ref(`${table}.payer_fee_sen`)} + ${sql.ref(`${table}.tenant_fee_sen`)}`.as('fees_sen')

/**
 * The organisation's money-in book. `only_on`: the one day that the reader may see; a clerk counts the till and does
 * not read the year.
 */
export async function collections(
  db: Kysely<DB>,
  scope: RowScope,
  search: CollectionSearch,
  only_on?: string,
) {
  const { from, to } = only_on ? { from: only_on, to: only_on } : search
  let query = db
    .selectFrom('collection')
    .innerJoin('payment', 'payment.id', 'collection.payment_id')
    .innerJoin('branch', 'branch.id', 'collection.branch_id')
    .select([
      'collection.id',
      'collection.payment_id',
      'payment.number',
      'collection.collected_on',
      'branch.name as branch',
      'collection.source',
      'collection.method',
      'collection.gross_sen',
      fees('collection'),
      'collection.payer_fee_sen',
      'collection.tenant_fee_sen',
      'collection.net_sen',
      'collection.settles_on',
      'collection.status',
    ])
  if (scope.scope !== 'all')
    query = query.where(sql<boolean>`collection.branch_id = any(${[...scope.branch_ids]}::uuid[])`)
  if (search.method) query = query.where('collection.method', '=', search.method)
  if (search.status) query = query.where('collection.status', '=', search.status)
  if (search.branch_id) query = query.where('collection.branch_id', '=', search.branch_id)
  if (from) query = query.where('collection.collected_on', '>=', from)
  if (to) query = query.where('collection.collected_on', '<=', to)
  if (search.q) query = query.where((eb) => contains(eb, search.q, ['payment.number']))
  return paginate(db.selectFrom(query.as('collection')).selectAll(), search, {
    sorts: {
      id: 'collection.id',
      collected_on: 'collection.collected_on',
      method: 'collection.method',
      gross_sen: 'collection.gross_sen',
    },
    standard: '-id',
    tie: 'collection.id',
    sums,
  })
}

/** The money-in book of all organisations, from the platform's own ledger and nothing else. */
export async function ledger(db: Kysely<DB>, search: LedgerSearch) {
  let query = db
    .selectFrom('platform.ledger')
    .innerJoin('platform.entity', 'platform.entity.id', 'platform.ledger.entity_id')
    .select([
      'platform.ledger.id',
      'platform.ledger.reference',
      'platform.ledger.collected_on',
      'platform.entity.name as entity',
      'platform.ledger.method',
      'platform.ledger.gateway_transaction_id',
      'platform.ledger.gross_sen',
      fees('platform.ledger'),
      'platform.ledger.payer_fee_sen',
      'platform.ledger.tenant_fee_sen',
      'platform.ledger.net_sen',
      'platform.ledger.settles_on',
      'platform.ledger.status',
    ])
  if (search.entity_id) query = query.where('platform.ledger.entity_id', '=', search.entity_id)
  if (search.method) query = query.where('platform.ledger.method', '=', search.method)
  if (search.status) query = query.where('platform.ledger.status', '=', search.status)
  if (search.from) query = query.where('platform.ledger.collected_on', '>=', search.from)
  if (search.to) query = query.where('platform.ledger.collected_on', '<=', search.to)
  if (search.q)
    query = query.where((eb) =>
      contains(eb, search.q, [
        'platform.ledger.reference',
        'platform.ledger.gateway_transaction_id',
        'platform.entity.name',
      ]),
    )
  return paginate(db.selectFrom(query.as('collection')).selectAll(), search, {
    sorts: {
      id: 'collection.id',
      collected_on: 'collection.collected_on',
      entity: 'collection.entity',
      method: 'collection.method',
      gross_sen: 'collection.gross_sen',
    },
    standard: '-id',
    tie: 'collection.id',
    sums,
  })
}

/** Organisations to choose from in a filter. */
export async function entityChoices(db: Kysely<DB>) {
  return db.selectFrom('platform.entity').select(['id', 'name']).orderBy('name').execute()
}
