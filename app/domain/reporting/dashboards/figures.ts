import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { isPayment, withoutPayerFee } from '#app/domain/accounting/collections/collection.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { startOfMonth } from '#app/domain/core/dates.ts'
import { arrearsBuckets, bucketOn } from '#app/domain/core/invoicing/buckets.ts'
import { invoicesIn, owed, statusOn } from '#app/domain/core/invoicing/invoice.ts'
import { collectedByMonth } from '#app/domain/reporting/roll-ups/collected-by-month.ts'
import { partIsIn, partsBetween } from '#app/domain/reporting/roll-ups/collection-sums.ts'
import type { DB } from '#db/types.ts'
import type { ArrearsRow, MethodRow, MonthRow, RecentRow } from './dashboard.ts'

/** Months that are shown, each beside the same month of the year before. */
const monthsShown = 12

/** The figures of a manager's dashboard, of the branches in scope. */
export async function figures(db: Kysely<DB>, scope: RowScope, today: string) {
  const [all, methods, arrears, received, recent] = await Promise.all([
    collectedByMonth(db, scope, { today, count: 2 * monthsShown }),
    collectedByMethod(db, scope, today),
    arrearsOf(db, scope, today),
    receivedOn(db, scope, today),
    recentInvoices(db, scope, today),
  ])
  const months: MonthRow[] = all
    .slice(monthsShown)
    .map((row, index) => ({ ...row, before_sen: all[index]!.sen }))
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
    methods,
    arrears,
    received,
    recent,
  }
}

/** What came in by each method this month and of it today, reversals taken off; the method that brought most first. */
async function collectedByMethod(db: Kysely<DB>, scope: RowScope, today: string): Promise<MethodRow[]> {
  const [{ rows: month }, day] = await Promise.all([
    sql<{ method: string; sen: number; fees_sen: number }>`
      select part.method, sum(part.gross_sen - part.payer_fee_sen)::bigint as sen,
        sum(part.payer_fee_sen)::bigint as fees_sen
      from ${partsBetween(startOfMonth(today), today)} as part
      where ${partIsIn(scope)}
      group by part.method having sum(part.lines) <> 0`.execute(db),
    inBranches(db.selectFrom('collection'), scope)
      .where('collection.collected_on', '=', today)
      .groupBy('collection.method')
      .select('collection.method')
      .select(sql<number>`sum(${withoutPayerFee})::bigint`.as('sen'))
      .execute(),
  ])
  return month
    .map((row) => ({ ...row, today_sen: day.find(({ method }) => method === row.method)?.sen ?? 0 }))
    .toSorted((a, b) => b.sen - a.sen)
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
  const [rows, { count, sen, fees_sen }] = await Promise.all([
    query
      .innerJoin('payment', 'payment.id', 'collection.payment_id')
      .select(['collection.id', 'payment.id as payment_id', 'payment.number', 'payment.payer_name'])
      .select(['collection.method', 'collection.collected_on as booked_on', roundedSum.as('amount_sen')])
      .where('collection.source', '<>', 'rounding')
      .orderBy('collection.id', 'desc')
      .limit(6)
      .execute(),
    query
      .select(countOfReceived)
      .select(sql<number>`coalesce(sum(${withoutPayerFee}), 0)`.as('sen'))
      .select(sql<number>`coalesce(sum(collection.payer_fee_sen), 0)`.as('fees_sen'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, count, sen, fees_sen }
}

/** Including the rounding line. */
const roundedSum = sql<number>`${withoutPayerFee} + sign(collection.gross_sen)::bigint * payment.rounding_sen`

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
