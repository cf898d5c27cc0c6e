import { sql } from 'kysely'
import { collectionSources } from '#app/domain/accounting/collections/collection.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { defineReport } from '#app/domain/reporting/reports/report.ts'
import { partIsIn, partsBetween } from '#app/domain/reporting/roll-ups/collection-sums.ts'
import { type Collected, collectedColumns, collectedSources, collectedSums } from './collected.ts'
import { daysOfMonth, inBranch, inYear } from './filters.ts'

export interface CollectedInMonth extends Collected {
  /** `2026-11` */
  id: string
  month: string
}

/**
 * What was collected in each month of a year, the running one to today, by method. Money that went out counts on the day on
 * which it did. Months without a payment are in it, with zeros.
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
    year: inYear(),
    branch_id: inBranch(),
    source: oneOf('collection.source', collectionSources, 'collection.sources'),
  },
  defaultSort: 'month',
  query(db, { scope, today }, { q, year = today.slice(0, 4), branch_id, source }) {
    const last = `${year}-12-31`
    const to = last < today ? last : today
    const rows = sql<CollectedInMonth>`(
      select to_char(each.first, 'YYYY-MM') as id, to_char(each.first, 'YYYY-MM') as month, ${collectedSums}
      from generate_series(${`${year}-01-01`}::date, ${to}::date, interval '1 month') as each (first)
        left join (select * from ${partsBetween(`${year}-01-01`, to)} as part
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
  sources: collectedSources(({ month }: CollectedInMonth, { branch_id, source }: YearlySearch) => ({
    ...{ from: `${month}-01`, to: daysOfMonth(month, '9999-12-31').to, branch_id, source },
  })),
  chart: { name: 'month', values: ['gross_sen'] },
})

type YearlySearch = Parameters<typeof collectionYearlyList.query>[2]
