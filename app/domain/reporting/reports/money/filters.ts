import { type Kysely, type RawBuilder, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { programOptions } from '#app/domain/catalogue/programs/programs.ts'
import { type Permission, scopeOf } from '#app/domain/core/access/access.ts'
import { endOfMonth } from '#app/domain/core/dates.ts'
import { type MonthKey, monthKeys } from '#app/domain/core/lists/calendar-filters.ts'
import { oneEntry } from '#app/domain/core/lists/filters.ts'
import type { Reader } from '#app/domain/core/lists/list.ts'
import type { Source } from '#app/domain/reporting/reports/report.ts'
import type { DB } from '#db/types.ts'

/** Whether a reader may see what a year comes to. */
export const readsYearTotals = ({ roles }: Reader) =>
  scopeOf(roles, 'report_money.year_totals' satisfies Permission) !== undefined

export const inBranch = () =>
  oneEntry('payment.branch', (db: Kysely<DB>, { scope }: Reader) => branchChoices(db, scope))

export const inProgram = () =>
  oneEntry<Reader>('subject.program_id', (db, _reader, chosen) => programOptions(db, chosen))

/** Classes by name, at most 500 and the chosen one. */
export const inSubject = () =>
  oneEntry<Reader>('report_money.subject', (db, { scope: { scope, branch_ids } }, chosen) => {
    let query = db.selectFrom('subject').select(['id', 'name']).where('deleted_at', 'is', null)
    if (scope !== 'all') query = query.where('branch_id', 'in', [...branch_ids])
    return query
      .orderBy(sql`(id = ${chosen ?? null}) is true`, 'desc')
      .orderBy('name')
      .orderBy('id')
      .limit(500)
      .execute()
  })

/**
 * SQL: an invoice is for a program, or for a class, when one of its lines is a fee of such a class; it counts with all of its
 * lines. One with lines of two programs is for both.
 */
export function isFor(
  invoice_id: RawBuilder<unknown>,
  { program_id, subject_id }: { program_id?: string | undefined; subject_id?: string | undefined },
): RawBuilder<boolean>[] {
  const having = (of: RawBuilder<unknown>) => sql<boolean>`${invoice_id} in (
    select invoice_item.invoice_id from invoice_item join subject_fee on subject_fee.id = invoice_item.subject_fee_id
      join subject on subject.id = subject_fee.subject_id where ${of})`
  return [
    ...(program_id ? [having(sql`subject.program_id = ${program_id}`)] : []),
    ...(subject_id ? [having(sql`subject.id = ${subject_id}`)] : []),
  ]
}

export const allOf = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`

/** A column for each month on paper and in files; a page has them as a line below the name. */
const monthColumns = monthKeys.map(
  (key) =>
    ({ key, label: `attendance_report.months.${key}`, kind: 'amount', only: 'file', total: true }) as const,
)

/** Columns of a report of a year, the months and their sum, in ringgit. */
export const yearColumns = [
  ...monthColumns,
  {
    ...({ key: 'total_sen', label: 'report_money.total_rm', kind: 'amount', room: 'much' } as const),
    ...({ total: true, sort: true } as const),
    when: readsYearTotals,
  },
] as const

/** What a row has for each month, with the rows behind it. */
export const figuresOf = (
  row: Record<MonthKey, number | null>,
  sourceOf: (month: MonthKey) => Source | undefined,
) =>
  monthKeys.flatMap((month) =>
    row[month] === null ? [] : [{ month, sen: row[month], source: sourceOf(month) }],
  )

/** The days of a year. */
export const spanOfYear = (year: string) => ({ from: `${year}-01-01`, to: `${year}-12-31` })

/** The days of a month of a year. */
export function spanOfMonth(year: string, month: MonthKey) {
  const from = `${year}-${month.slice(1)}-01`
  return { from, to: endOfMonth(from) }
}

/** SQL: whether a day is in a month of a year. */
export function inMonthOf(year: string, month: MonthKey, day: RawBuilder<unknown>): RawBuilder<boolean> {
  const { from, to } = spanOfMonth(year, month)
  return sql<boolean>`${day} between ${from}::date and ${to}::date`
}
