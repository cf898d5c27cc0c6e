import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Reader, SearchOf, TenantList } from '#app/domain/core/lists/list.ts'
import type { DB } from '#db/types.ts'

/** Where a list's query has the day of a row: a date, or an instant, which counts on its day in Malaysia. */
export interface Day {
  column: string
  instant?: true
}

/** A list with only those rows whose day is within a period, both days included. */
export function within(
  list: TenantList,
  { column, instant }: Day,
  { from, to }: { from: string; to: string },
): TenantList {
  const at = sql.ref(`within.${column}`)
  const day = instant ? sql`(${at} at time zone 'Asia/Kuala_Lumpur')::date` : at
  return {
    ...list,
    query: (db: Kysely<DB>, reader: Reader, search: SearchOf<TenantList['filters']>) =>
      db
        .selectFrom(list.query(db, reader, search).as('within'))
        .selectAll()
        .where(sql<boolean>`${day} between ${from} and ${to}`),
  }
}
