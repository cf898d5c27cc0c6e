import type { CompiledQuery, Insertable, Kysely } from 'kysely'
import type { DB } from './types.ts'

/** A query, or a piece of SQL, which learns only here what it is for. */
interface Compilable<Row> {
  compile(db: Kysely<DB>): CompiledQuery<Row>
}

/** Stands for a value of a later call while the query is put together. */
const slot = Symbol('slot')

/**
 * A query whose text is always the same, put together at its first use; every use brings its own values. For what
 * each request asks: putting it together costs more than sending it. Of one booked answer of FPX such queries save a quarter
 * of the processor's time (3.4 to 2.6 ms, measured in turns).
 * @param build gets stand-ins for the values, so it may only hand them on to the query
 */
export function fixedQuery<Values extends unknown[], Row>(
  build: (db: Kysely<DB>, ...values: Values) => Compilable<Row>,
): (db: Kysely<DB>, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, ...values) => {
    compiled ??= build(db, ...(values.map((_, index) => ({ [slot]: index })) as Values)).compile(db)
    const parameters = compiled.parameters.map((parameter) => {
      const index = (parameter as { [slot]?: number } | null)?.[slot]
      return index === undefined ? parameter : values[index]
    })
    return (await db.executeQuery<Row>({ ...compiled, parameters } as CompiledQuery<Row>)).rows
  }
}

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
