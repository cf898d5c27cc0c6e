import { sql } from 'kysely'
import type { DB } from '#db/types.ts'

type Counted = 'fee_type' | 'module' | 'program' | 'staff' | 'subject' | 'subject_fee'

/** How many rows of a table name a row of the noun `of` in this column; those that were removed do not count. */
export const countIn = <T extends Counted>(table: T, column: keyof DB[T] & string, of: keyof DB) =>
  sql<number>`(select count(*) from ${sql.table(table)}
    where ${sql.ref(`${table}.${column}`)} = ${sql.ref(`${of}.id`)} and ${sql.ref(`${table}.deleted_at`)} is null)`
