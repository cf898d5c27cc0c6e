import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely'
import type pg from 'pg'
import { statementName, type TenantRef } from './pool.ts'
import type { DB } from './types.ts'

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
const unbound = new Kysely<DB>({ dialect })

/**
 * A Kysely transaction on one client whose queries are sent at once: parallel queries share a round trip instead of waiting for
 * each other. No result is returned before `entered` has confirmed the schema and role; `guard` runs before each query and may
 * throw.
 */
export function boundTransaction(
  client: pg.PoolClient,
  place: TenantRef,
  entered: Promise<unknown>,
  guard: () => void,
): Transaction<DB> {
  // In a failed transaction every later query fails too; only the first error says why.
  let first: pg.DatabaseError | undefined
  const causeOf = (error: pg.DatabaseError) => {
    if (error.code === '25P02') return first ?? error
    first = error
    return error
  }
  const connection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      guard()
      const name = statementName(client, place, query.sql)
      const sent = client.query({
        text: query.sql,
        values: query.parameters as unknown[],
        ...(name ? { name } : {}),
      })
      sent.catch(() => {})
      await entered
      const result = await sent.catch((error: pg.DatabaseError) => {
        throw causeOf(error)
      })
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
    },
    streamQuery() {
      throw new Error('streaming is not possible on a pipelined connection')
    },
  } satisfies DatabaseConnection
  const executor = unbound
    .getExecutor()
    .withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
  // Kysely would request the connection and pass rows through plugins: half a dozen promises for each query.
  executor.executeQuery = connection.executeQuery
  return new Transaction<DB>({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
}
