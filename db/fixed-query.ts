import type { Compilable, CompiledQuery, Kysely } from 'kysely'
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
