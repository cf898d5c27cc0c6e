import type { Insertable, Kysely } from 'kysely'
import { fixedQuery } from './fixed-query.ts'
import type { DB } from './types.ts'

/**
 * The INSERT of one row into a table, put together once for each set of columns. For wide rows that are written all the
 * time: to put such a query together costs more than to send it.
 * @returns takes values alone, no expressions: those belong to the query itself
 */
export function fixedInsert<T extends keyof DB>(table: T) {
  const kept = new Map<string, ReturnType<typeof inserting>>()
  const inserting = (columns: readonly string[]) =>
    fixedQuery((db: Kysely<DB>, ...values: unknown[]) => {
      const row = Object.fromEntries(columns.map((column, index) => [column, values[index]]))
      return db.insertInto(table).values(row as Insertable<DB[T]>)
    })
  return async (db: Kysely<DB>, row: Insertable<DB[T]>): Promise<void> => {
    // What is left open is the column's own default, as it is where the query is put together each time.
    const given = Object.entries(row).filter(([, value]) => value !== undefined)
    const columns = given.map(([column]) => column)
    const key = columns.join()
    let insert = kept.get(key)
    if (!insert) {
      insert = inserting(columns)
      kept.set(key, insert)
    }
    await insert(db, ...given.map(([, value]) => value))
  }
}
