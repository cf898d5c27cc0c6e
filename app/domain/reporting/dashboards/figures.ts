import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { isPayment, isReceived } from '#app/domain/accounting/collections/collection.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { arrearsBuckets, bucketOn } from '#app/domain/core/invoicing/buckets.ts'
import { invoicesIn, owed, statusOn } from '#app/domain/core/invoicing/invoice.ts'
import type { DB } from '#db/types.ts'
import type { ArrearsRow, MonthRow, RecentRow } from './dashboard.ts'

/** The figures of a manager's dashboard, of the branches in scope. */
export async function figures(db: Kysely<DB>, scope: RowScope, today: string) {
  const [months, arrears, received, recent] = await Promise.all([
    collectedByMonth(db, scope, today),
    arrearsOf(db, scope, today),
    receivedOn(db, scope, today),
    recentInvoices(db, scope, today),
  ])
  const [before, running] = months.slice(-2) as [MonthRow, MonthRow]
  return {
    collected: {
      month: today,
      sen: running.sen,
      fees_sen: running.fees_sen,
      last_month: before.month,
      last_sen: before.sen,
    },
    months,
    arrears,
    received,
    recent,
  }
}

/** Collected without the bank's fee; reversals are negative. */
const given = sql<number>`collection.gross_sen - collection.payer_fee_sen`

/** The last twelve months, the current one to today; a reversal counts on its own day. */
async function collectedByMonth(db: Kysely<DB>, scope: RowScope, today: string): Promise<MonthRow[]> {
  const first = startOfMonth(addMonths(today, -11))
  const rows = await inBranches(db.selectFrom('collection'), scope)
    .select(sql<string>`to_char(date_trunc('month', collection.collected_on), 'YYYY-MM-DD')`.as('month'))
    .select(sql<number>`coalesce(sum(${given}) filter (where ${isReceived}), 0)`.as('received_sen'))
    .select(sql<number>`coalesce(sum(${given}) filter (where not ${isReceived}), 0)`.as('reversed_sen'))
    .select(sql<number>`sum(${given})`.as('sen'))
    .select(sql<number>`sum(collection.payer_fee_sen)`.as('fees_sen'))
    .where('collection.collected_on', '>=', first)
    .where('collection.collected_on', '<=', today)
    .groupBy(sql`1`)
    .execute()
  return Array.from({ length: 12 }, (_, index) => {
    const month = addMonths(first, index)
    const nothing = { month, received_sen: 0, reversed_sen: 0, sen: 0, fees_sen: 0 }
    return rows.find((row) => row.month === month) ?? nothing
  })
}

/** The rows add up to all that is outstanding; the late ones to what the list calls overdue. */
export async function arrearsOf(db: Kysely<DB>, scope: RowScope, today: string): Promise<ArrearsRow[]> {
  const rows = await invoicesIn(db, scope)
    .select([
      bucketOn(today).as('bucket'),
      sql<number>`count(*)`.as('invoices'),
      sql<number>`coalesce(sum(${owed}), 0)`.as('owed_sen'),
    ])
    .where('invoice.status', 'in', ['unpaid', 'pending'])
    .groupBy(sql`1`)
    .execute()
  return arrearsBuckets.map(
    (name) => rows.find((row) => row.bucket === name) ?? { bucket: name, invoices: 0, owed_sen: 0 },
  )
}

/** The collection lines of the day, latest first, reversals included; `count`: of payments received. */
async function receivedOn(db: Kysely<DB>, scope: RowScope, on: string) {
  const query = inBranches(db.selectFrom('collection'), scope).where('collection.collected_on', '=', on)
  const [rows, { count, sen }] = await Promise.all([
    query
      .innerJoin('payment', 'payment.id', 'collection.payment_id')
      .select(['collection.id', 'payment.id as payment_id', 'payment.number', 'payment.payer_name'])
      .select(['collection.method', 'collection.collected_on as booked_on', roundedSum.as('amount_sen')])
      .where('collection.source', '<>', 'rounding')
      .orderBy('collection.id', 'desc')
      .limit(8)
      .execute(),
    query
      .select(countOfReceived)
      .select(sql<number>`coalesce(sum(${given}), 0)`.as('sen'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, count, sen }
}

/** Including the rounding line. */
const roundedSum = sql<number>`${given} + sign(collection.gross_sen)::bigint * payment.rounding_sen`

const countOfReceived = sql<number>`count(*) filter (where ${isPayment})`.as('count')

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

/** Cash received by one person today, less reversals: what must be in the till. */
export async function till(db: Kysely<DB>, user_id: string, today: string) {
  return db
    .selectFrom('collection')
    .innerJoin('payment', 'payment.id', 'collection.payment_id')
    .select(countOfReceived)
    .select(sql<number>`coalesce(sum(collection.gross_sen), 0)`.as('sen'))
    .where('payment.received_by', '=', user_id)
    .where('collection.method', '=', 'cash')
    .where('collection.collected_on', '=', today)
    .executeTakeFirstOrThrow()
}

/** A scope narrower than a branch sees no collections. */
function inBranches<O>(query: SelectQueryBuilder<DB, 'collection', O>, { scope, branch_ids }: RowScope) {
  if (scope === 'all') return query
  const allowed = scope === 'branch' ? branch_ids : []
  return query.where(sql<boolean>`collection.branch_id = any(${allowed}::uuid[])`)
}
