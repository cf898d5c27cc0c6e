import type { Compilable, CompiledQuery, Insertable, Kysely } from 'kysely'
import type { DB } from './types.ts'

/** Stands for a value of a later call while the query is put together. */
const slot = Symbol('slot')

/**
 * A query whose text is always the same, put together at its first use; every use brings its own values. For what
 * each request asks: putting it together costs more than sending it.
 * @param build gets stand-ins for the values, so it may only hand them on to the query
 */
export function fixedQuery<Values extends unknown[], Row>(
  build: (db: Kysely<DB>, ...values: Values) => Compilable<Row>,
): (db: Kysely<DB>, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, ...values) => {
    compiled ??= build(db, ...(values.map((_, index) => ({ [slot]: index })) as Values)).compile()
    const parameters = compiled.parameters.map((parameter) => {
      const index = (parameter as { [slot]?: number } | null)?.[slot]
      return index === undefined ? parameter : values[index]
    })
    return (await db.executeQuery<Row>({ ...compiled, parameters } as CompiledQuery<Row>)).rows
  }
}

/**
 * Adds one row to a table, by a query that is put together once for each set of columns that are given. Values go as they
 * are, so none may be an expression.
 */
export function fixedInsert<Table extends keyof DB>(table: Table) {
  const made = new Map<string, (db: Kysely<DB>, ...values: unknown[]) => Promise<unknown>>()
  return async (db: Kysely<DB>, row: Insertable<DB[Table]>): Promise<void> => {
    const given = Object.entries(row).filter(([, value]) => value !== undefined)
    const columns = given.map(([column]) => column)
    const key = columns.join()
    const add = made.get(key) ?? fixedQuery((any, ...values) => adding(any, table, columns, values))
    made.set(key, add)
    await add(db, ...given.map(([, value]) => value))
  }
}

const adding = (db: Kysely<DB>, table: keyof DB, columns: string[], values: unknown[]) =>
  db
    .insertInto(table)
    .values(Object.fromEntries(columns.map((column, index) => [column, values[index]])) as never)
