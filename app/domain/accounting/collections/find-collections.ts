import { type Kysely, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { scopeOf } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { paymentMethods } from '#app/domain/core/invoicing/payment.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import {
  byStatus,
  operatorList,
  type Reader,
  type SearchOf,
  type Selected,
  tenantList,
} from '#app/domain/core/lists/list.ts'
import { entityChoices } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import type { DB } from '#db/types.ts'
import { collectionSources, collectionStatuses, type payouts } from './collection.ts'

/** Columns that `collection` and `platform.ledger` have in common. */
const figures = [
  { key: 'method', label: 'collection.method', words: 'payment.methods', room: 'wide', sort: true },
  { key: 'gross_sen', label: 'collection.gross', kind: 'money', room: 'much', total: true, sort: true },
  { key: 'fees_sen', label: 'collection.fees', kind: 'money', room: 'widest', total: true },
  { key: 'net_sen', label: 'collection.net', kind: 'money', room: 'wide', total: true },
  { key: 'status', label: 'collection.status', kind: 'status' },
  { key: 'payout', label: 'collection.payout', words: 'collection.payouts', room: 'widest' },
  { key: 'payer_fee_sen', label: 'collection.payer_fee', kind: 'money', total: true, only: 'file' },
  { key: 'tenant_fee_sen', label: 'collection.tenant_fee', kind: 'money', total: true, only: 'file' },
  { key: 'settles_on', label: 'collection.settles_on', kind: 'date', only: 'file' },
] as const

const filters = {
  method: oneOf('collection.method', paymentMethods, 'payment.methods'),
  status: oneOf('collection.status', collectionStatuses, 'common.status'),
}

/** A clerk only sees the collections of today. */
const readsEveryDay = ({ roles }: Reader) => scopeOf(roles, 'collection.history') !== undefined

const readsPayouts = ({ roles }: Reader) => scopeOf(roles, 'payout.view') !== undefined

/** The organisation's collections. */
export const collectionList = tenantList<Selected<typeof collected>>()({
  name: 'collection',
  title: 'collection.plural',
  access: { view: 'collection.view', print: 'collection.print' },
  columns: [
    { key: 'number', label: 'collection.payment', kind: 'number', room: 'who' },
    { key: 'collected_on', label: 'collection.collected_on', kind: 'date', sort: true },
    { key: 'branch', label: 'collection.branch', room: 'table' },
    { key: 'source', label: 'collection.source', words: 'collection.sources', only: 'file' },
    { key: 'clerk', label: 'collection.clerk', none: 'collection.nobody', only: 'file' },
    ...figures,
  ],
  filters: {
    from: onDay('payment.from', { until: 'to', when: readsEveryDay }),
    to: onDay('payment.to', { when: readsEveryDay }),
    ...filters,
    branch_id: oneEntry('collection.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
    source: oneOf('collection.source', collectionSources, 'collection.sources'),
    clerk: oneEntry('collection.clerk', (db, { scope }: Reader) => clerkChoices(db, scope)),
    payout_id: oneEntry('collection.payout', payoutChoices, { when: readsPayouts }),
  },
  tabs: byStatus,
  defaultSort: '-id',
  query(db, reader, { q, method, status, branch_id, source, clerk, payout_id, ...period }) {
    const { scope, today } = reader
    const { from, to } = readsEveryDay(reader) ? period : { from: today, to: today }
    let query = collected(db)
    if (scope.scope !== 'all')
      query = query.where(sql<boolean>`collection.branch_id = any(${[...scope.branch_ids]}::uuid[])`)
    if (method) query = query.where('collection.method', '=', method)
    if (status) query = query.where('collection.status', '=', status)
    if (branch_id) query = query.where('collection.branch_id', '=', branch_id)
    if (source) query = query.where('collection.source', '=', source)
    if (clerk) query = query.where('payment.received_by', '=', clerk)
    if (payout_id) query = query.where('collection.payout_id', '=', payout_id)
    if (from) query = query.where('collection.collected_on', '>=', from)
    if (to) query = query.where('collection.collected_on', '<=', to)
    if (q) query = query.where((eb) => contains(eb, q, ['payment.number']))
    return query
  },
})

/** The collections of all organisations, only from the platform's ledger, which has no payer names. */
export const ledgerList = operatorList<Selected<typeof entered>>()({
  name: 'collection',
  title: 'collection.plural',
  access: { view: 'admin.collection.view', print: 'admin.collection.print' },
  columns: [
    { key: 'reference', label: 'collection.payment', kind: 'number' },
    { key: 'collected_on', label: 'collection.collected_on', kind: 'date', sort: true },
    { key: 'entity', label: 'collection.entity', room: 'who', sort: true },
    ...figures,
    { key: 'gateway_transaction_id', label: 'payment.fpx_id', only: 'file' },
  ],
  filters: {
    entity_id: oneEntry('collection.entity', entityChoices),
    from: onDay('payment.from', { until: 'to' }),
    to: onDay('payment.to'),
    ...filters,
  },
  tabs: byStatus,
  defaultSort: '-id',
  query(db, _reader, { q, entity_id, method, status, from, to }) {
    let query = entered(db)
    if (entity_id) query = query.where('ledger.entity_id', '=', entity_id)
    if (method) query = query.where('ledger.method', '=', method)
    if (status) query = query.where('ledger.status', '=', status)
    if (from) query = query.where('ledger.collected_on', '>=', from)
    if (to) query = query.where('ledger.collected_on', '<=', to)
    if (q)
      query = query.where((eb) =>
        contains(eb, q, ['ledger.reference', 'ledger.gateway_transaction_id', 'entity.name']),
      )
    return query
  },
})

function collected(db: Kysely<DB>) {
  // Every line has all of them, but as left joins Postgres can drop them when only sums or keys are selected.
  return db
    .selectFrom('collection')
    .leftJoin('payment', 'payment.id', 'collection.payment_id')
    .leftJoin('branch', 'branch.id', 'collection.branch_id')
    .leftJoin('user_account as clerk', 'clerk.id', 'payment.received_by')
    .select(['collection.id', 'collection.payment_id', 'payment.number', 'collection.collected_on'])
    .select(['branch.name as branch', 'collection.source', 'collection.method', 'collection.gross_sen'])
    .select(['collection.payer_fee_sen', 'collection.tenant_fee_sen', 'collection.net_sen'])
    .select(['collection.settles_on', 'collection.status', fees('collection')])
    .select(['clerk.name as clerk', 'payment.received_by', 'collection.branch_id', payout('collection')])
    .select('collection.payout_id')
}

function entered(db: Kysely<DB>) {
  return db
    .selectFrom('platform.ledger as ledger')
    .innerJoin('platform.entity as entity', 'entity.id', 'ledger.entity_id')
    .select(['ledger.id', 'ledger.reference', 'ledger.collected_on', 'entity.name as entity'])
    .select(['ledger.method', 'ledger.gateway_transaction_id', 'ledger.gross_sen', 'ledger.payer_fee_sen'])
    .select(['ledger.tenant_fee_sen', 'ledger.net_sen', 'ledger.settles_on', 'ledger.status'])
    .select([fees('ledger'), payout('ledger')])
}

/** Both fees of a row, the payer's and the organisation's. */
function fees(table: string) {
  const [payer, tenant] = [sql.ref(`${table}.payer_fee_sen`), sql.ref(`${table}.tenant_fee_sen`)]
  return sql<number>`${payer} + ${tenant}`.as('fees_sen')
}

/** Money by CHIP goes to the organisation's own account there, and what it took itself never left it. */
function payout(table: string) {
  const method = sql.ref(`${table}.method`)
  return sql<
    (typeof payouts)[number]
  >`case ${method} when 'fpx' then 'platform' when 'chip' then 'external' else 'own' end`.as('payout')
}

/** Clerks who have taken payments at the branches in scope. */
export async function clerkChoices(db: Kysely<DB>, { scope, branch_ids }: RowScope) {
  return db
    .selectFrom('user_account')
    .select(['id', 'name'])
    .where(({ exists, selectFrom }) => {
      const taken = selectFrom('payment')
        .whereRef('payment.received_by', '=', 'user_account.id')
        .select('payment.id')
      return exists(scope === 'all' ? taken : taken.where('payment.branch_id', 'in', branch_ids))
    })
    .orderBy('name')
    .execute()
}

/** Payouts with collections of this organisation, the latest first. */
async function payoutChoices(db: Kysely<DB>) {
  return db
    .selectFrom('platform.payout')
    .select(['id', 'number as name'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('collection')
          .whereRef('collection.payout_id', '=', 'platform.payout.id')
          .select('collection.id'),
      ),
    )
    .orderBy('number', 'desc')
    .execute()
}

/** What collections are grouped by. */
export const sumsBy = ['method', 'source', 'branch', 'clerk', 'day'] as const

/** The sum of one group, less reversals and refunds; money in sen. */
export interface CollectionSum {
  /** A method, a source, a branch's or a clerk's id, or a day `YYYY-MM-DD`; null for payments without a clerk. */
  key: string | null
  /** The name of what has an id; else as `key`. */
  name: string | null
  /** Rows, outgoing ones included. */
  lines: number
  gross_sen: number
  fees_sen: number
  net_sen: number
}

type CollectionSearch = SearchOf<(typeof collectionList)['filters']>

/** Days that are shown at most, the latest ones. */
const mostDays = 62

/**
 * The totals of a search: of all rows, and grouped by each of {@link sumsBy}, the largest sum first and days from the latest.
 * Uses the rows of {@link collectionList}, so each grouping adds up to the total.
 * @returns sums in sen; `days`: how many days there are, of which the latest 62 are returned
 */
export async function collectionSums(db: Kysely<DB>, reader: Reader, search: CollectionSearch) {
  const { rows } = await sql<CollectionSum & { by: (typeof sumsBy)[number] }>`
    select part.by, part.key, part.name, count(*) as lines,
      coalesce(sum(gross_sen), 0)::bigint as gross_sen,
      coalesce(sum(payer_fee_sen + tenant_fee_sen), 0)::bigint as fees_sen, coalesce(sum(net_sen), 0)::bigint as net_sen
    from ${collectionList.query(db, reader, search).as('line')}
      cross join lateral (values
        ('method', method, method),
        ('source', source, source),
        ('branch', branch_id::text, branch),
        ('clerk', received_by::text, clerk),
        ('day', collected_on::text, collected_on::text)) as part (by, key, name)
    group by part.by, part.key, part.name
    order by case when part.by = 'day' then part.key end desc, sum(gross_sen) desc, part.name`.execute(db)
  const of = (by: string) => rows.flatMap(({ by: which, ...sum }) => (which === by ? [sum] : []))
  const days = of('day')
  return {
    total: totalOf(of('method')),
    parts: {
      ...{ method: of('method'), source: of('source'), branch: of('branch'), clerk: of('clerk') },
      day: days.slice(0, mostDays),
    },
    days: days.length,
  }
}

function totalOf(parts: readonly CollectionSum[]) {
  const sum = (key: 'lines' | 'gross_sen' | 'fees_sen' | 'net_sen') =>
    parts.reduce((all, part) => all + part[key], 0)
  return {
    ...{ lines: sum('lines'), gross_sen: sum('gross_sen') },
    ...{ fees_sen: sum('fees_sen'), net_sen: sum('net_sen') },
  }
}
