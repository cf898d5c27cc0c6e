import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { RowScope } from '#app/domain/actor.ts'
import { addMonths, endOfMonth, startOfMonth } from '#app/domain/dates.ts'
import { bucketEnds, buckets } from '#app/domain/invoices/arrears.ts'
import { invoicesIn, owed, statusOn } from '#app/domain/invoices/status.server.ts'
import type { DB } from '#db/types.ts'
import type { ArrearsRow, ReceivedRow, RecentRow } from './dashboard.ts'

/** With which a manager's day begins, over the branches that the scope reaches. */
export async function figures(db: Kysely<DB>, scope: RowScope, today: string) {
  const lastMonth = startOfMonth(addMonths(today, -1))
  const [thisMonth, before, arrears, received, recent] = await Promise.all([
    collected(db, scope, startOfMonth(today), today),
    collected(db, scope, lastMonth, endOfMonth(lastMonth)),
    arrearsOf(db, scope, today),
    receivedOn(db, scope, today),
    recentInvoices(db, scope, today),
  ])
  return {
    collected: { month: today, sen: thisMonth, last_month: lastMonth, last_sen: before },
    arrears,
    received,
    recent,
  }
}

/** In sen, both days included: what payers gave for what they owe, without the bank's fee. */
async function collected(db: Kysely<DB>, scope: RowScope, from: string, to: string): Promise<number> {
  const { sen } = await inBranches(db.selectFrom('collection'), scope, 'collection')
    .select(sql<number>`coalesce(sum(gross_sen - payer_fee_sen), 0)`.as('sen'))
    .where('collection.collected_on', '>=', from)
    .where('collection.collected_on', '<=', to)
    .where('collection.status', '<>', 'reversed')
    .executeTakeFirstOrThrow()
  return sen
}

/** The rows add up to all that is outstanding; the late ones to what the list calls overdue. */
export async function arrearsOf(db: Kysely<DB>, scope: RowScope, today: string): Promise<ArrearsRow[]> {
  const ends = bucketEnds(today)
  const bucket = sql<ArrearsRow['bucket']>`case
    when invoice.status = 'pending' then 'pending'
    when invoice.due_on <= ${ends.months_3}::date then 'months_3'
    when invoice.due_on <= ${ends.months_2}::date then 'months_2'
    when invoice.due_on <= ${ends.days_31}::date then 'days_31'
    when invoice.due_on <= ${ends.days_1_30}::date then 'days_1_30'
    else 'not_due' end`
  const rows = await invoicesIn(db, scope)
    .select([
      bucket.as('bucket'),
      sql<number>`count(*)`.as('invoices'),
      sql<number>`coalesce(sum(${owed}), 0)`.as('owed_sen'),
    ])
    .where('invoice.status', 'in', ['unpaid', 'pending'])
    .groupBy(sql`1`)
    .execute()
  return [...buckets, 'pending' as const].map(
    (name) => rows.find((row) => row.bucket === name) ?? { bucket: name, invoices: 0, owed_sen: 0 },
  )
}

/** Those that count, the latest first; amounts without the bank's fee. */
async function receivedOn(db: Kysely<DB>, scope: RowScope, on: string) {
  const received = sql<number>`payment.amount_sen - payment.payer_fee_sen`
  const query = inBranches(db.selectFrom('payment'), scope, 'payment')
    .where('payment.paid_on', '=', on)
    .where('payment.status', '=', 'paid')
  const [rows, { count, sen }] = await Promise.all([
    query
      .select(['id', 'number', 'payer_name', 'method', 'paid_on', received.as('amount_sen')])
      .orderBy('payment.id', 'desc')
      .limit(8)
      .execute() as Promise<ReceivedRow[]>,
    query
      .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(${received}), 0)`.as('sen')])
      .executeTakeFirstOrThrow(),
  ])
  return { rows, count, sen }
}

async function recentInvoices(db: Kysely<DB>, scope: RowScope, today: string): Promise<RecentRow[]> {
  return invoicesIn(db, scope)
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .select([
      'invoice.id',
      'invoice.number',
      'student.name as student',
      'invoice.due_on',
      'invoice.total_sen',
      statusOn(today).as('status'),
    ])
    .orderBy('invoice.id', 'desc')
    .limit(6)
    .execute()
}

/** Cash that one person has taken in today, in sen and in payments: what must be in the till. */
export async function till(db: Kysely<DB>, user_id: string, today: string) {
  return db
    .selectFrom('payment')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(amount_sen), 0)`.as('sen')])
    .where('received_by', '=', user_id)
    .where('method', '=', 'cash')
    .where('paid_on', '=', today)
    .where('status', '=', 'paid')
    .executeTakeFirstOrThrow()
}

/** A scope narrower than a branch reaches none. */
function inBranches<T extends 'collection' | 'payment'>(
  query: SelectQueryBuilder<DB, T, object>,
  { scope, branch_ids }: RowScope,
  table: T,
) {
  if (scope === 'all') return query
  const allowed = scope === 'branch' ? branch_ids : []
  return query.where(sql<boolean>`${sql.ref(`${table}.branch_id`)} = any(${allowed}::uuid[])`)
}
