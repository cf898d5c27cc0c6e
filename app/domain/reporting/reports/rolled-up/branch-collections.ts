import { sql } from 'kysely'
import { onDay } from '#app/domain/core/lists/filters.ts'
import { tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { defineReport } from '#app/domain/reporting/reports/report.ts'
import { partIsIn, partsBetween } from '#app/domain/reporting/roll-ups/collection-sums.ts'
import { type Collected, collectedColumns, collectedSources, collectedSums } from './collected.ts'

export interface CollectedAtBranch extends Collected {
  id: string
  branch: string
}

/** Before and after every collection. */
const [always, forever] = ['2000-01-01', '2999-12-31']

/** What each branch collected from one day to another, by method; one that was removed is in it when it collected something. */
export const branchCollectionsList = tenantList<CollectedAtBranch>()({
  name: 'report/branch/collections',
  title: 'report_money.rolled_up.branch_collections.title',
  access: { view: 'report_branch_money.view', print: 'report_branch_money.print' },
  columns: [{ key: 'branch', label: 'collection.branch', room: 'who', sort: true }, ...collectedColumns],
  filters: {
    from: onDay('payment.from', { until: 'to' }),
    to: onDay('payment.to'),
  },
  defaultSort: 'branch',
  query(db, { scope }, { q, from = always, to = forever }) {
    const rows = sql<CollectedAtBranch>`(
      select branch.id, branch.name as branch, ${collectedSums}
      from ${partsBetween(from, to)} as part join branch on branch.id = part.branch_id
      where ${partIsIn(scope)}
      group by branch.id having sum(part.lines) <> 0)`
    const query = db.selectFrom(rows.as('line')).selectAll()
    return q ? query.where((eb) => contains(eb, q, ['line.branch'])) : query
  },
})

export const branchCollectionsReport = defineReport({
  ...{
    list: branchCollectionsList,
    group: 'branches',
    subtitle: 'report_money.rolled_up.branch_collections.subtitle',
  },
  feature: 'reports_full',
  period: 'span',
  sources: collectedSources(({ id }: CollectedAtBranch, { from, to }: BranchSearch) => ({
    ...{ from, to, branch_id: id, source: undefined },
  })),
  wholes: collectedSources((_: unknown, { from, to }: BranchSearch) => ({
    ...{ from, to, branch_id: undefined, source: undefined },
  })),
  chart: { name: 'branch', values: ['gross_sen'] },
})

type BranchSearch = Parameters<typeof branchCollectionsList.query>[2]
