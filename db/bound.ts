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
import { type Place, statementName } from './pool.ts'
import type { DB } from './types.ts'

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
const unbound = new Kysely<DB>({ dialect })

/**
 * A Kysely transaction on one client whose queries are sent as soon as they are made: parallel queries share one
 * flight to the server instead of waiting for each other. `guard` runs before each query and may throw.
 */
export function boundTransaction(client: pg.PoolClient, place: Place, guard: () => void): Transaction<DB> {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      guard()
      const name = statementName(client, place, query.sql)
      const result = await client.query({
        text: query.sql,
        values: query.parameters as unknown[],
        ...(name ? { name } : {}),
      })
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
    },
    streamQuery() {
      throw new Error('streaming is not possible on a pipelined connection')
    },
  }
  const executor = unbound
    .getExecutor()
    .withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
  return new Transaction<DB>({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
}
