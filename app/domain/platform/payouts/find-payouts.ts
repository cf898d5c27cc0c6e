import { type Kysely, sql } from 'kysely'
import { holidaysOf } from '#app/domain/core/holidays/holiday.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, operatorList, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { entityChoices } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { maskedAccount } from '#app/domain/core/mask.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { type HoldReason, nextPayoutDay, type PayoutSchedule, payoutStatuses } from './payout.ts'

/** Lines of a payout on one page. */
export const shownLines = 100

/** Payouts of all organisations. */
export const payoutList = operatorList<Selected<typeof listed>>()({
  name: 'payout',
  title: 'payout.plural',
  access: { view: 'admin.payout.view', print: 'admin.payout.print' },
  columns: [
    { key: 'number', label: 'payout.number', kind: 'number', sort: true },
    { key: 'entity', label: 'collection.entity', room: 'who', sort: true },
    { key: 'payout_on', label: 'payout.payout_on', kind: 'date', sort: true },
    { key: 'gross_sen', label: 'collection.gross', kind: 'money', room: 'widest', total: true },
    { key: 'fees_sen', label: 'collection.fees', kind: 'money', room: 'widest', total: true },
    { key: 'reversals_sen', label: 'payout.reversals', kind: 'money', only: 'file', total: true },
    { key: 'adjustments_sen', label: 'payout.adjustments', kind: 'money', only: 'file', total: true },
    { key: 'net_sen', label: 'payout.net', kind: 'money', room: 'much', total: true, sort: true },
    { key: 'status', label: 'common.field.status', kind: 'status' },
    { key: 'bank_reference', label: 'payout.bank_reference', only: 'file' },
    { key: 'paid_on', label: 'payout.paid_on', kind: 'date', only: 'file' },
  ],
  filters: {
    status: oneOf('common.field.status', payoutStatuses, 'common.status'),
    entity_id: oneEntry('collection.entity', entityChoices),
    from: onDay('payment.from', { until: 'to' }),
    to: onDay('payment.to'),
  },
  tabs: byStatus,
  summed: { column: 'status', values: ['paid'], word: 'payout.paid_total' },
  defaultSort: '-payout_on',
  query(db, _reader, { q, status, entity_id, from, to }) {
    let query = listed(db)
    if (status) query = query.where('payout.status', '=', status)
    if (entity_id) query = query.where('payout.entity_id', '=', entity_id)
    if (from) query = query.where('payout.payout_on', '>=', from)
    if (to) query = query.where('payout.payout_on', '<=', to)
    if (q)
      query = query.where((eb) => contains(eb, q, ['payout.number', 'payout.bank_reference', 'entity.name']))
    return query
  },
})

function listed(db: Kysely<DB>) {
  return db
    .selectFrom('platform.payout as payout')
    .innerJoin('platform.entity as entity', 'entity.id', 'payout.entity_id')
    .select(['payout.id', 'payout.number', 'entity.name as entity', 'payout.payout_on', 'payout.gross_sen'])
    .select(['payout.fees_sen', 'payout.reversals_sen', 'payout.adjustments_sen', 'payout.net_sen'])
    .select(['payout.status', 'payout.bank_reference', 'payout.paid_on'])
}

/** One payout with the people who handled it; the account number is masked. Refuses not_found.payout. */
export async function payoutOf(db: Kysely<DB>, id: string) {
  const row = await listed(db)
    .leftJoin('platform.payout_export as file', 'file.id', 'payout.export_id')
    .select(['payout.entity_id', 'payout.period_start', 'payout.period_end', 'payout.lines'])
    .select(['payout.account_name', 'payout.account_ending', 'payout.bank_name', 'payout.hold_reason'])
    .select(['payout.hold_note', 'payout.fail_reason', 'payout.cancel_reason', 'payout.preparer'])
    .select(['payout.prepared_at', 'payout.releaser', 'payout.approver', 'payout.approved_at'])
    .select(['payout.prepared_by', 'payout.released_by', 'payout.export_id', 'payout.version'])
    .select(['file.exporter', 'file.exported_at'])
    .where('payout.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payout')
  const { account_ending, ...rest } = row
  return { ...rest, account_number: account_ending === null ? null : maskedAccount(account_ending) }
}

/** The heading and the version that the form of a step needs. */
export async function payoutSeen(db: Kysely<DB>, id: string) {
  const { number, entity, version } = await payoutOf(db, id)
  return { id, number, entity, version }
}

/** One page of a payout's lines, the oldest first; `page` is counted from 1. */
export const linesOnPage = (db: Kysely<DB>, payout_id: string, page = 1) =>
  db
    .selectFrom('platform.ledger as ledger')
    .select(['ledger.id', 'ledger.reference', 'ledger.collected_on', 'ledger.gross_sen', 'ledger.net_sen'])
    .select('ledger.status')
    .select((eb) => eb('ledger.payer_fee_sen', '+', eb.ref('ledger.tenant_fee_sen')).as('fees_sen'))
    .where('ledger.payout_id', '=', payout_id)
    .orderBy('ledger.collected_on')
    .orderBy('ledger.id')
    .limit(shownLines)
    .offset((page - 1) * shownLines)

/** Adjustments of a payout. An organisation may not read `requested_at`, so it orders by the decision. */
export async function adjustmentsIn(
  db: Kysely<DB>,
  payout_id: string,
  by: 'requested_at' | 'decided_at' = 'requested_at',
) {
  return db
    .selectFrom('platform.payout_adjustment')
    .select(['id', 'kind', 'reference', 'reason', 'sen'])
    .where('payout_id', '=', payout_id)
    .orderBy(by)
    .orderBy('id')
    .execute()
}

/** Payouts of the organisation that reads; row-level security hides those of others. */
export const ownPayoutList = tenantList<Selected<typeof own>>()({
  name: 'payout',
  title: 'payout.plural',
  access: { view: 'payout.view', print: 'payout.print' },
  columns: [
    { key: 'number', label: 'payout.number', kind: 'number', room: 'who', sort: true },
    { key: 'payout_on', label: 'payout.payout_on', kind: 'date', sort: true },
    { key: 'period_start', label: 'payout.period_start', kind: 'date', only: 'file' },
    { key: 'period_end', label: 'payout.period_end', kind: 'date', only: 'file' },
    { key: 'lines', label: 'payout.lines', kind: 'count', room: 'widest' },
    { key: 'gross_sen', label: 'collection.gross', kind: 'money', room: 'widest', total: true },
    { key: 'fees_sen', label: 'collection.fees', kind: 'money', room: 'widest', total: true },
    { key: 'reversals_sen', label: 'payout.reversals', kind: 'money', only: 'file', total: true },
    { key: 'adjustments_sen', label: 'payout.adjustments', kind: 'money', only: 'file', total: true },
    { key: 'net_sen', label: 'payout.net', kind: 'money', room: 'much', total: true, sort: true },
    { key: 'status', label: 'common.field.status', kind: 'status' },
    { key: 'paid_on', label: 'payout.paid_on', kind: 'date', room: 'wide', sort: true },
    { key: 'bank_reference', label: 'payout.bank_reference', room: 'table' },
  ],
  filters: {
    status: oneOf('common.field.status', payoutStatuses, 'common.status'),
    from: onDay('payment.from', { until: 'to' }),
    to: onDay('payment.to'),
  },
  tabs: byStatus,
  summed: { column: 'status', values: ['paid'], word: 'payout.paid_total' },
  defaultSort: '-payout_on',
  query(db, _reader, { q, status, from, to }) {
    let query = own(db)
    if (status) query = query.where('payout.status', '=', status)
    if (from) query = query.where('payout.payout_on', '>=', from)
    if (to) query = query.where('payout.payout_on', '<=', to)
    if (q) query = query.where((eb) => contains(eb, q, ['payout.number', 'payout.bank_reference']))
    return query
  },
})

/** The only columns that an organisation may read of a payout: none names a person who works for the operator. */
function own(db: Kysely<DB>) {
  return db
    .selectFrom('platform.payout as payout')
    .select(['payout.id', 'payout.number', 'payout.payout_on', 'payout.period_start', 'payout.period_end'])
    .select(['payout.lines', 'payout.gross_sen', 'payout.fees_sen', 'payout.reversals_sen'])
    .select(['payout.adjustments_sen', 'payout.net_sen', 'payout.status', 'payout.bank_reference'])
    .select('payout.paid_on')
}

/** One payout of the organisation, with the masked account number. Refuses not_found.payout. */
export async function ownPayout(db: Kysely<DB>, id: string) {
  const row = await own(db)
    .select(['payout.account_name', 'payout.account_ending', 'payout.bank_name', 'payout.hold_reason'])
    .select('payout.fail_reason')
    .where('payout.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payout')
  const { account_ending, hold_reason, ...rest } = row
  const account_number = account_ending === null ? null : maskedAccount(account_ending)
  return { ...rest, account_number, hold_reason: hold_reason as HoldReason | null }
}

/** The first page of a payout's lines, each with its payment. */
export const ownLines = (db: Kysely<DB>, payout_id: string) =>
  linesOnPage(db, payout_id)
    .innerJoin('collection', 'collection.id', 'ledger.collection_id')
    .select('collection.payment_id')
    .execute()

/** Adjustments of one of the organisation's payouts. */
export const ownAdjustments = (db: Kysely<DB>, payout_id: string) =>
  adjustmentsIn(db, payout_id, 'decided_at')

/** Organisations with a positive or negative balance to pay out, with their next payout day. */
export async function balancesToPayOut(db: Kysely<DB>, today: string) {
  const holidays = await holidaysOf(db)
  const { rows } = await sql<{ id: string; entity: string; sen: number } & PayoutSchedule>`
    with line as (
      select line.entity_id, sum(line.net_sen) as sen from platform.ledger line where ${owedLine} group by line.entity_id
    ), adjusted as (
      select entity_id, sum(sen) as sen from platform.payout_adjustment
      where payout_id is null and status = 'approved' group by entity_id
    )
    select entity.id, entity.name as entity, entity.payout_frequency, entity.payout_day,
      (coalesce(line.sen, 0) + coalesce(adjusted.sen, 0))::bigint as sen
    from platform.entity entity
      left join line on line.entity_id = entity.id
      left join adjusted on adjusted.entity_id = entity.id
    where coalesce(line.sen, 0) + coalesce(adjusted.sen, 0) <> 0
    order by entity.name, entity.id`.execute(db)
  return rows.map(({ id, entity, sen, ...schedule }) => ({
    ...{ id, entity, sen },
    next_on: nextPayoutDay(schedule, today, holidays),
  }))
}

/** An organisation's balance to be paid out, approved adjustments included, and its next payout day. */
interface Balance {
  sen: number
  next_on: string
}

/** In the organisation's or the platform's schema; undefined: there is no such organisation. */
export async function balanceOf(
  db: Kysely<DB>,
  entity_id: string,
  today: string,
): Promise<Balance | undefined> {
  const [entity, holidays, { rows }] = await Promise.all([
    db
      .selectFrom('platform.entity')
      .select(['payout_frequency', 'payout_day'])
      .where('id', '=', entity_id)
      .executeTakeFirst(),
    holidaysOf(db),
    sql<{ sen: number }>`select (
        (select coalesce(sum(line.net_sen), 0) from platform.ledger line where line.entity_id = ${entity_id} and ${owedLine})
        + (select coalesce(sum(sen), 0) from platform.payout_adjustment
          where entity_id = ${entity_id} and status = 'approved' and payout_id is null)
      )::bigint as sen`.execute(db),
  ])
  if (!entity) return undefined
  return { sen: rows[0]!.sen, next_on: nextPayoutDay(entity as PayoutSchedule, today, holidays) }
}

/**
 * Lines of the ledger (`line`) that are owed to an organisation: settled by the bank and in no payout yet, and reversals,
 * which count at once. A line that was reversed before it was paid out is included together with its reversal.
 */
export const owedLine = sql<boolean>`
  line.method = 'fpx' and line.source in ('invoice', 'infaq', 'zakat') and line.payout_id is null
  and (line.status = 'reversed' or (line.status = 'settled' and line.gross_sen > 0))`
