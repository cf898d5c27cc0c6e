import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { types } from '#db/pool.ts'
import type { DB } from '#db/types.ts'
import { imbalance } from '#tests/support/database/money.ts'

/** What of the money of an organisation does not add up, by name; empty when not a sen is lost or made. */
export async function astray(subdomain: string): Promise<[string, number][]> {
  const pool = new pg.Pool({ connectionString: process.env.LUNAS_E2E_DATABASE, types })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  try {
    const found = await db.connection().execute(async (one) => {
      await sql`select set_config('search_path', schema_name, false), set_config('role', role_name, false)
        from platform.entity where subdomain = ${subdomain}`.execute(one)
      return imbalance(one)
    })
    return Object.entries(found)
  } finally {
    await db.destroy()
  }
}
