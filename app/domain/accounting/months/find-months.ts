import { type Kysely, sql } from 'kysely'
import { isReceived } from '#app/domain/accounting/collections/collection.ts'
import { dayBegins } from '#app/domain/core/clock.ts'
import { endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { openStates } from '#app/domain/core/invoicing/attempt-states.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { firstDayOf, type MonthStatus, monthStatuses } from './month.ts'

interface MonthRow extends MonthSums {
  /** `2026-01`. */
  id: string
  month: string
  status: MonthStatus
  closed_at: Date | null
  closer: string | null
}

/**
 * Each month from the first collection to the current one, the latest first. A closed month has the sums stored at its
 * closing; for the others the collections are summed.
 */
export const monthList = tenantList<MonthRow>()({
  name: 'month',
  title: 'month.plural',
  access: { view: 'month.view', print: 'month.print' },
  columns: [
    { key: 'month', label: 'month.one', kind: 'month', sort: true },
    { key: 'received_sen', label: 'month.received', kind: 'money', room: 'table', total: true },
    { key: 'reversed_sen', label: 'month.reversed', kind: 'money', room: 'wide', total: true },
    { key: 'fees_sen', label: 'month.fees', kind: 'money', room: 'wide', total: true },
    { key: 'net_sen', label: 'month.net', kind: 'money', room: 'much', total: true },
    { key: 'status', label: 'month.status', kind: 'status' },
    { key: 'closer', label: 'month.closer', room: 'table' },
    { key: 'closed_at', label: 'month.closed_at', kind: 'instant', room: 'widest' },
  ],
  filters: { status: oneOf('month.status', monthStatuses, 'common.status') },
  tabs: byStatus,
  defaultSort: '-id',
  query(db, { today }, { q, status }) {
    let query = db.selectFrom(months(today).as('month')).selectAll()
    if (status) query = query.where('status', '=', status)
    return q ? query.where((eb) => contains(eb, q, ['month.id', 'month.closer'])) : query
  },
})

/** First days of the months before this one, from the first collection on, that are not closed. */
export const openMonths = (db: Kysely<DB>, today: string) =>
  db
    .selectFrom(
      sql<{ first: string }>`(select generate_series(date_trunc('month', min(collected_on)),
        ${startOfMonth(today)}::date - 1, '1 month')::date as first from collection)`.as('each'),
    )
    .leftJoin('month_closing', (join) =>
      join.onRef('month_closing.month', '=', 'each.first').on('month_closing.reopened_at', 'is', null),
    )
    .where('month_closing.id', 'is', null)

function months(today: string) {
  return sql<MonthRow>`(
    select to_char(first, 'YYYY-MM') as id, to_char(first, 'YYYY-MM') as month,
      coalesce(closing.received_sen, book.received_sen) as received_sen,
      coalesce(closing.reversed_sen, book.reversed_sen) as reversed_sen,
      coalesce(closing.fees_sen, book.fees_sen) as fees_sen,
      coalesce(closing.net_sen, book.net_sen) as net_sen,
      case when closing.id is not null then 'closed'
        when first >= ${startOfMonth(today)}::date then 'running' else 'open' end as status,
      closing.closed_at, closer.name as closer
    from (
      select generate_series(date_trunc('month', min(collected_on)), ${today}::date, '1 month')::date as first
      from collection) as each
    left join month_closing as closing on closing.month = first and closing.reopened_at is null
    left join user_account as closer on closer.id = closing.closed_by
    left join lateral (
      select ${bookSums.received_sen} as received_sen, ${bookSums.reversed_sen} as reversed_sen,
        ${bookSums.fees_sen} as fees_sen, ${bookSums.net_sen} as net_sen
      from collection
      where collected_on >= first and collected_on < first + interval '1 month'
    ) as book on closing.id is null)`
}

/** One month of the list; refuses with not_found.month. */
export async function month(db: Kysely<DB>, name: string, today: string): Promise<MonthRow> {
  const row = await db
    .selectFrom(months(today).as('month'))
    .selectAll()
    .where('id', '=', name)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.month')
  return row
}

/** The closings and reopenings of a month, the latest first. */
export async function closingsOf(db: Kysely<DB>, name: string) {
  return db
    .selectFrom('month_closing')
    .innerJoin('user_account as closer', 'closer.id', 'month_closing.closed_by')
    .leftJoin('user_account as opener', 'opener.id', 'month_closing.reopened_by')
    .select(['month_closing.id', 'month_closing.closed_at', 'closer.name as closer'])
    .select(['month_closing.reopened_at', 'opener.name as opener', 'month_closing.reopen_reason'])
    .where('month_closing.month', '=', firstDayOf(name))
    .orderBy('month_closing.closed_at', 'desc')
    .execute()
}

/** What was received in a month by each method, the largest first; adds up to the sums of the month. */
export async function methodsIn(db: Kysely<DB>, name: string): Promise<MethodSums[]> {
  const first = firstDayOf(name)
  return db
    .selectFrom('collection')
    .select(['method', bookSums.received_sen.as('received_sen'), bookSums.reversed_sen.as('reversed_sen')])
    .select([bookSums.fees_sen.as('fees_sen'), bookSums.net_sen.as('net_sen')])
    .where('collected_on', '>=', first)
    .where('collected_on', '<=', endOfMonth(first))
    .groupBy('method')
    .orderBy('received_sen', 'desc')
    .orderBy('method')
    .execute()
}

/** How many online payments of the month have no final result yet. */
export async function pendingPaymentsIn(db: Kysely<DB>, name: string): Promise<number> {
  const first = firstDayOf(name)
  const { count } = await db
    .selectFrom('payment_attempt')
    .select(sql<number>`count(*)`.as('count'))
    .where('state', 'in', openStates)
    .where('requested_at', '>=', dayBegins(first))
    .where('requested_at', '<', dayBegins(endOfMonth(first), 1))
    .executeTakeFirstOrThrow()
  return count
}

/** Sums of collections in sen. `reversed_sen` is negative. */
export interface MonthSums {
  received_sen: number
  reversed_sen: number
  fees_sen: number
  net_sen: number
}

export interface MethodSums extends MonthSums {
  method: string
}

/** The sums over `collection`, shared by the list of months and by closing a month. */
export const bookSums = {
  received_sen: sql<number>`coalesce(sum(gross_sen) filter (where ${isReceived}), 0)::bigint`,
  reversed_sen: sql<number>`coalesce(sum(gross_sen) filter (where not ${isReceived}), 0)::bigint`,
  fees_sen: sql<number>`coalesce(sum(payer_fee_sen + tenant_fee_sen), 0)::bigint`,
  net_sen: sql<number>`coalesce(sum(net_sen), 0)::bigint`,
}
