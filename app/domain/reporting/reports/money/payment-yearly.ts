import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { inYear, type MonthKey, monthKeys } from '#app/domain/core/lists/calendar-filters.ts'
import { type Reader, tenantList } from '#app/domain/core/lists/list.ts'
import type { ListTotals } from '#app/domain/core/lists/read-list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { defineReport } from '#app/domain/reporting/reports/report.ts'
import type { DB } from '#db/types.ts'
import { figuresOf, inBranch, inProgram, spanOfMonth, spanOfYear, yearColumns } from './filters.ts'
import { orderOfKind, type PartKind, receivedBy, receivedInYear, sourceOfPart } from './parts.ts'

/** A student in a year, or other money of a year, with what was received for it in each month. */
interface YearlyRow extends Record<MonthKey, number | null> {
  id: string
  /** Fees before other money, by name. */
  place: string
  year: string
  kind: PartKind
  /** The student; null of other money. */
  ref: string | null
  student: string | null
  student_no: string | null
  total_sen: number
}

/**
 * Money received for each student in each month of a year, the present one unless another is asked for. Rows of credit,
 * donations and rounding come after the students, so that each month adds up to what Home and the collections call collected
 * (see `partsOf`).
 */
export const paymentYearlyList = tenantList<YearlyRow>()({
  name: 'report/payment/paymentYearly',
  title: 'report_money.payment_yearly.title',
  access: { view: 'report_money.view', print: 'report_money.print' },
  columns: [
    { key: 'student', label: 'report_money.received_for', none: 'report_money.other', room: 'who' },
    { key: 'kind', label: 'report_money.kind', words: 'report_money.kinds', only: 'file', room: 'below' },
    { key: 'student_no', label: 'invoice.student_no', only: 'file', room: 'below' },
    { key: 'year', label: 'report_money.year', only: 'file', room: 'below' },
    ...yearColumns,
  ],
  filters: {
    year: inYear('report_money.year', 'report.periods.this_year'),
    branch_id: inBranch(),
    program_id: inProgram(),
  },
  defaultSort: 'place',
  once: () => true,
  query(db, { scope, today }, { q, year = today.slice(0, 4), branch_id, program_id }) {
    const found = sql<Omit<YearlyRow, 'id' | 'place' | 'year' | 'student' | 'student_no'>>`${receivedInYear(
      scope,
      {
        ...{ year, branch_id, program_id },
      },
    )}`
    const query = db
      .selectFrom(found.as('found'))
      .leftJoin('student', 'student.id', 'found.ref')
      .select(sql<string>`${year} || '.' || found.kind || coalesce('.' || found.ref::text, '')`.as('id'))
      .select(sql<string>`${orderOfKind(sql`found.kind`)} || coalesce(lower(student.name), '')`.as('place'))
      .select(sql<string>`${year}::text`.as('year'))
      .select(['found.kind', 'found.ref', 'student.name as student', 'student.student_no'])
      .select(['found.total_sen', ...monthKeys.map((month) => `found.${month}` as const)])
    return q ? query.where((eb) => contains(eb, q, ['student.name', 'student.student_no'])) : query
  },
})

export const paymentYearlyReport = defineReport({
  ...{ list: paymentYearlyList, group: 'payments', subtitle: 'report_money.payment_yearly.subtitle' },
  period: 'year',
  groups: ['kind'],
  wholes: {
    total_sen: ({ today }, search) => received(spanOfYear(search.year ?? today.slice(0, 4)), search),
    ...Object.fromEntries(
      monthKeys.map((month) => [
        month,
        ({ today }: Pick<Reader, 'today'>, search: ShownParts) =>
          received(spanOfMonth(search.year ?? today.slice(0, 4), month), search),
      ]),
    ),
  },
  sums(db, { scope, today }, { q, year = today.slice(0, 4), branch_id, program_id }) {
    if (q) return undefined
    return sumsOfYear(db, scope, { ...spanOfYear(year), branch_id, program_id })
  },
  narrowed: (_, kind) => ({ part: String(kind) }),
  sources: {
    total_sen: (row, search) => sourceOfPart(row, { ...search, ...spanOfYear(row.year) }),
    ...Object.fromEntries(
      monthKeys.map((month) => [
        month,
        (row: YearlyRow, search: ShownParts) =>
          row[month] === null ? undefined : sourceOf(row, search, month),
      ]),
    ),
  },
})

/** What a year comes to by months, whoever paid: without the join with all invoices. */
async function sumsOfYear(
  db: Kysely<DB>,
  scope: RowScope,
  asked: Parameters<typeof receivedBy>[1],
): Promise<ListTotals> {
  const { rows } = await sql<{ day: string; sen: number }>`
    select day, sen from ${receivedBy(scope, asked, { by: 'day', unit: 'month' })} as received`.execute(db)
  const byMonth = new Map(rows.map(({ day, sen }) => [day.slice(5, 7), sen]))
  return {
    total: rows.length,
    totals: {
      total_sen: rows.reduce((sum, { sen }) => sum + sen, 0),
      ...Object.fromEntries(monthKeys.map((month) => [month, byMonth.get(month.slice(1)) ?? 0])),
    },
  }
}

/** All that was received in some days of a year. */
const received = (span: { from: string; to: string }, { branch_id, program_id }: ShownParts) =>
  sourceOfPart({ kind: null, ref: null }, { ...span, branch_id, program_id })

interface ShownParts {
  year?: string | undefined
  branch_id?: string | undefined
  program_id?: string | undefined
}

/** The payments of a month that make up a row. */
function sourceOf(row: YearlyRow, search: ShownParts, month: MonthKey) {
  return sourceOfPart(row, { ...search, ...spanOfMonth(row.year, month) })
}

/** What a row received in each month, with the payments behind it. */
export const figuresOfMonths = (row: YearlyRow, search: object) =>
  figuresOf(row, (month) => sourceOf(row, search as ShownParts, month))
