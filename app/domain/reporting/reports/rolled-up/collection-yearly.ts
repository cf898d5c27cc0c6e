import { sql } from 'kysely'
import { collectionSources } from '#app/domain/accounting/collections/collection.ts'
import { inYear } from '#app/domain/core/lists/calendar-filters.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { type Reader, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { defineReport } from '#app/domain/reporting/reports/report.ts'
import { partIsIn, partsBetween } from '#app/domain/reporting/roll-ups/collection-sums.ts'
import { type Collected, collectedColumns, collectedSources, collectedSums } from './collected.ts'
import { inBranch } from './filters.ts'

export interface CollectedInMonth extends Collected {
  /** `2026-11` */
  id: string
  month: string
  /** The last day that counts: of the running month it is today. */
  until: string
}

/**
 * What was collected in each month of a year, the running one to today, by method. Money that went out counts on the day on
 * which it did. Months without a payment are in it, with zeros. Without a year: from the first collection on.
 */
export const collectionYearlyList = tenantList<CollectedInMonth>()({
  name: 'report/payment/collectionYearly',
  title: 'report_money.rolled_up.collection_yearly.title',
  access: { view: 'report_money.year_totals', print: 'report_money.print' },
  columns: [
    { key: 'month', label: 'report_money.rolled_up.month', kind: 'month', room: 'who', sort: true },
    ...collectedColumns,
  ],
  filters: {
    year: inYear('report_money.rolled_up.year'),
    branch_id: inBranch(),
    source: oneOf('collection.source', collectionSources, 'collection.sources'),
  },
  defaultSort: 'month',
  query(db, { scope, today }, { q, year, branch_id, source }) {
    const last = year ? `${year}-12-31` : today
    const [from, to] = [year ? `${year}-01-01` : '2000-01-01', last < today ? last : today]
    const first = year
      ? sql`${from}::date`
      : sql`coalesce((select min(month) from collection_sum), date_trunc('month', ${today}::date)::date)`
    const rows = sql<CollectedInMonth>`(
      select to_char(each.first, 'YYYY-MM') as id, to_char(each.first, 'YYYY-MM') as month,
        least((each.first + interval '1 month' - interval '1 day')::date, ${to}::date) as until, ${collectedSums}
      from generate_series(${first}, ${to}::date, interval '1 month') as each (first)
        left join (select * from ${partsBetween(from, to)} as part
          where ${partIsIn(scope)} ${branch_id ? sql`and part.branch_id = ${branch_id}` : sql``}
            ${source ? sql`and part.source = ${source}` : sql``}) as part on part.month = each.first::date
      group by each.first)`
    const query = db.selectFrom(rows.as('line')).selectAll()
    return q ? query.where((eb) => contains(eb, q, ['line.month'])) : query
  },
})

export const collectionYearlyReport = defineReport({
  ...{
    list: collectionYearlyList,
    group: 'payments',
    subtitle: 'report_money.rolled_up.collection_yearly.subtitle',
  },
  period: 'year',
  sources: collectedSources(({ month, until }: CollectedInMonth, { branch_id, source }: YearlySearch) => ({
    ...{ from: `${month}-01`, to: until, branch_id, source },
  })),
  wholes: collectedSources(
    ({ today }: Pick<Reader, 'today'>, { branch_id, source, ...search }: YearlySearch) => {
      const year = search.year ?? today.slice(0, 4)
      const last = `${year}-12-31`
      return { from: `${year}-01-01`, to: last < today ? last : today, branch_id, source }
    },
  ),
  chart: { name: 'month', values: ['gross_sen', 'fpx_sen', 'cash_sen', 'bank_transfer_sen'] },
})

type YearlySearch = Parameters<typeof collectionYearlyList.query>[2]
