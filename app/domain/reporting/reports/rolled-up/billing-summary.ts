import { sql } from 'kysely'
import { inMonth, inYear } from '#app/domain/core/lists/calendar-filters.ts'
import { tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { defineReport, type Source } from '#app/domain/reporting/reports/report.ts'
import { type Billed, billedColumns, billedLines, billedLinesList } from './billed-lines.ts'
import { inBranch } from './filters.ts'

export interface BilledPart extends Billed {
  /** Month, program and kind of fee. */
  id: string
  /** `2026-11` */
  month: string
  program_id: string | null
  program: string | null
  fee_category_id: string | null
  fee_category: string | null
}

/**
 * What was billed in a month, and what became of it until now, by program and kind of fee. Read from the lines themselves: a
 * month is found by its index, and payments, credits and corrections change it at every moment.
 */
export const billingSummaryList = tenantList<BilledPart>()({
  name: 'report/invoice/billingSummary',
  title: 'report_money.rolled_up.billing_summary.title',
  access: { view: 'report_money.view', print: 'report_money.print' },
  columns: [
    {
      ...{ key: 'program', label: 'subject.program_id', none: 'report_money.rolled_up.no_program' },
      ...({ room: 'who', sort: true } as const),
    },
    {
      ...{
        key: 'fee_category',
        label: 'fee_type.fee_category_id',
        none: 'report_money.rolled_up.no_category',
      },
      sort: true,
    },
    { key: 'month', label: 'report_money.rolled_up.month', kind: 'month', room: 'widest', sort: true },
    ...billedColumns,
  ],
  filters: {
    year: inYear('report_money.rolled_up.year'),
    month: inMonth('report_money.rolled_up.month'),
    branch_id: inBranch(),
  },
  defaultSort: 'program',
  query(db, { scope }, { q, year, month, branch_id }) {
    const sums = [
      ...[
        'billed_sen',
        'discount_sen',
        'tax_sen',
        'total_sen',
        'credited_sen',
        'collected_sen',
        'outstanding_sen',
      ],
    ].map((name) => sql`sum(line.${sql.ref(name)})::bigint as ${sql.ref(name)}`)
    const rows = sql<BilledPart>`(
      select concat_ws(':', line.month, coalesce(program_id::text, '-'), coalesce(fee_category_id::text, '-')) as id,
        line.month, program_id, fee_category_id, program.name as program, fee_category.name as fee_category, ${sql.join(sums, sql`, `)}
      from (select *, to_char(issued_on, 'YYYY-MM') as month from ${billedLines(scope, { year, month, branch_id })} as each) as line
        left join program on program.id = line.program_id
        left join fee_category on fee_category.id = line.fee_category_id
      group by line.month, program_id, fee_category_id, program.name, fee_category.name)`
    const query = db.selectFrom(rows.as('line')).selectAll()
    return q ? query.where((eb) => contains(eb, q, ['line.program', 'line.fee_category'])) : query
  },
})

/** The lines that make a row. */
function linesOf(
  { month, program_id, fee_category_id }: BilledPart,
  { branch_id }: SummarySearch,
  sum: string,
): Source {
  const without = program_id
    ? fee_category_id
      ? undefined
      : 'fee_category'
    : fee_category_id
      ? 'program'
      : 'both'
  const ids = { program_id: program_id ?? undefined, fee_category_id: fee_category_id ?? undefined }
  return {
    list: billedLinesList.name,
    search: { year: month.slice(0, 4), month: month.slice(5), branch_id, ...ids, without },
    sum,
  }
}

export const billingSummaryReport = defineReport({
  ...{
    list: billingSummaryList,
    group: 'billing',
    subtitle: 'report_money.rolled_up.billing_summary.subtitle',
  },
  period: 'month',
  groups: ['program', 'fee_category', 'month'],
  sources: Object.fromEntries(
    billedColumns.map(({ key }) => [
      key,
      (row: BilledPart, search: SummarySearch) => linesOf(row, search, key),
    ]),
  ),
  wholes: Object.fromEntries(
    billedColumns.map(({ key }) => [
      key,
      (_: unknown, { year, month, branch_id }: SummarySearch): Source => ({
        ...{ list: billedLinesList.name, search: { year, month, branch_id }, sum: key },
      }),
    ]),
  ),
})

type SummarySearch = Parameters<typeof billingSummaryList.query>[2]
