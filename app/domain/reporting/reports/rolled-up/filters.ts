import { type Kysely, type RawBuilder, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { endOfMonth } from '#app/domain/core/dates.ts'
import { oneEntry } from '#app/domain/core/lists/filters.ts'
import type { Reader } from '#app/domain/core/lists/list.ts'
import type { DB } from '#db/types.ts'

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
