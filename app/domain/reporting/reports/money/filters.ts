import { type Kysely, type RawBuilder, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { programOptions } from '#app/domain/catalogue/programs/programs.ts'
import { type Permission, scopeOf } from '#app/domain/core/access/access.ts'
import { endOfMonth } from '#app/domain/core/dates.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import type { Reader } from '#app/domain/core/lists/list.ts'
import type { DB } from '#db/types.ts'

/** Whether a reader may see what a year comes to. */
export const readsYearTotals = ({ roles }: Reader) =>
  scopeOf(roles, 'report_money.year_totals' satisfies Permission) !== undefined

const years = Array.from({ length: 60 }, (_, index) => String(2020 + index))
const offeredYears = 6

/** The running year and those before it; `all`: what no choice is called, where that is not every year. */
export const inYear = (all?: string) =>
  oneOf<string, Reader>('report_money.year', years, undefined, {
    ...(all ? { all } : {}),
    offers: (year, { today }) =>
      year <= today.slice(0, 4) && Number(year) > Number(today.slice(0, 4)) - offeredYears,
  })

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

/** Text keys of months and days in a row. */
export const months = [
  'm01',
  'm02',
  'm03',
  'm04',
  'm05',
  'm06',
  'm07',
  'm08',
  'm09',
  'm10',
  'm11',
  'm12',
] as const
export type Month = (typeof months)[number]

/** A column for each month on paper and in files; a page has them as a line below the name. */
export const monthColumns = months.map(
  (key) =>
    ({ key, label: `attendance_report.months.${key}`, kind: 'amount', only: 'file', total: true }) as const,
)

/** The days of a year. */
export const spanOfYear = (year: string) => ({ from: `${year}-01-01`, to: `${year}-12-31` })

/** The days of a month of a year. */
export function spanOfMonth(year: string, month: Month) {
  const from = `${year}-${month.slice(1)}-01`
  return { from, to: endOfMonth(from) }
}

/** SQL: whether a day is in a month of a year. */
export function inMonthOf(year: string, month: Month, day: RawBuilder<unknown>): RawBuilder<boolean> {
  const { from, to } = spanOfMonth(year, month)
  return sql<boolean>`${day} between ${from}::date and ${to}::date`
}
