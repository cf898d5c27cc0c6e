import { type DatabaseIntrospector, Kysely, PostgresDialect, PostgresIntrospector, sql } from 'kysely'
import pg from 'pg'
import { types } from './pool.ts'
import type { DB } from './types.ts'

/** Lists the tables of the current schema only, so that a migration costs the same with one tenant or thousands. */
class IntrospectorOfHere extends PostgresIntrospector {
  readonly #db: Kysely<unknown>
  constructor(db: Kysely<unknown>) {
    super(db)
    this.#db = db
  }
  override async getTables() {
    const tables = await sql<{ name: string; schema: string }>`
      select tablename as name, schemaname as schema from pg_tables where schemaname = current_schema()`.execute(
      this.#db,
    )
    return tables.rows.map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }))
  }
}

class OwnerDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new IntrospectorOfHere(db)
  }
}

/** The owner's connection: migrations and provisioning, never a request. One connection, used one after another. */
export function connectAsOwner(ownerUrl: string): Kysely<DB> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1, connectionTimeoutMillis: 10_000, types })
  pool.on('error', () => {})
  // a connection that breaks fails its query; without a listener it would end the process
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<DB>({ dialect: new OwnerDialect({ pool }) })
}

export async function asOwner<R>(ownerUrl: string, work: (owner: Kysely<DB>) => Promise<R>): Promise<R> {
  const owner = connectAsOwner(ownerUrl)
  try {
    return await work(owner)
  } finally {
    await owner.destroy()
  }
}
