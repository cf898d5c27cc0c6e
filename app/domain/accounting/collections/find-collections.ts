import { type Kysely, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/choices.ts'
import { scopeOf } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import {
  byStatus,
  operatorList,
  type Reader,
  type Selected,
  tenantList,
} from '#app/domain/core/lists/list.ts'
import { paymentMethods } from '#app/domain/payments/payments/payment.ts'
import type { DB } from '#db/types.ts'
import { collectionSources, collectionStatuses, type payouts } from './collection.ts'

/** What both books say of a line, after what it is about. */
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

/** A clerk counts the till of the day and does not read the year. */
const readsEveryDay = ({ roles }: Reader) => scopeOf(roles, 'collection.history') !== undefined

const readsPayouts = ({ roles }: Reader) => scopeOf(roles, 'payout.view') !== undefined

/** The organisation's money-in book. */
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
  standard: '-id',
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

/** The money-in book of all organisations, from the platform's own ledger and nothing else; it holds no payer's name. */
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
  standard: '-id',
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
  return db
    .selectFrom('collection')
    .innerJoin('payment', 'payment.id', 'collection.payment_id')
    .innerJoin('branch', 'branch.id', 'collection.branch_id')
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

/** Who has taken money at the branches that somebody reaches. */
async function clerkChoices(db: Kysely<DB>, { scope, branch_ids }: RowScope) {
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

/** Payouts of which lines can be looked at, the latest first. */
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

/** Organisations to choose from in a filter. */
export async function entityChoices(db: Kysely<DB>) {
  return db.selectFrom('platform.entity').select(['id', 'name']).orderBy('name').execute()
}
