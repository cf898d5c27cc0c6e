import { type Kysely, sql } from 'kysely'

/** Reports that people saved by name, and those that are mailed to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('select').execute(db)
}
