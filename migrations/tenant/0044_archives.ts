import { type Kysely, sql } from 'kysely'

/** Archives of a year and of a family, and what was exported to accounting software. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('select').execute(db)
}
