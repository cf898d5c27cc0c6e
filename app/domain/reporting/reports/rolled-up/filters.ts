import { type Kysely, type RawBuilder, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { endOfMonth } from '#app/domain/core/dates.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import type { Reader } from '#app/domain/core/lists/list.ts'
import type { DB } from '#db/types.ts'

const firstYear = 2020

const years = Array.from({ length: 60 }, (_, index) => String(firstYear + index))
const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))
const offered = 6

const isRecent = (year: string, { today }: Reader) =>
  Number(year) <= Number(today.slice(0, 4)) && Number(year) > Number(today.slice(0, 4)) - offered

/** The running year and those before it. */
export const inYear = () =>
  oneOf<string, Reader>('report_money.rolled_up.year', years, undefined, { offers: isRecent })

/** A month of the year (`11`). */
export const inMonth = () =>
  oneOf('report_money.rolled_up.month', months, (month) => `attendance_report.months.m${month}`)

/** Branches that the reader reaches. */
export const inBranch = () =>
  oneEntry('collection.branch', (db: Kysely<DB>, { scope }: Reader) => branchChoices(db, scope))

/** SQL: a day is in a year, in a month of it, or without a year in that month of any. */
export function isWithin(
  day: RawBuilder<unknown>,
  { year, month }: { year?: string | undefined; month?: string | undefined },
) {
  if (!year) return month ? sql<boolean>`to_char(${day}, 'MM') = ${month}` : sql<boolean>`${day} is not null`
  const first = `${year}-${month ?? '01'}-01`
  const last = month ? endOfMonth(first) : `${year}-12-31`
  return sql<boolean>`${day} between ${first}::date and ${last}::date`
}
