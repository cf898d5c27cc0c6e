import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/**
 * The database's time, the one clock that all processes share: what is compared with a stored instant, or stored for
 * another process to wait for, is measured by it. The start of the transaction.
 */
export async function databaseTime(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  return rows[0]!.now
}
