import { type Kysely, sql } from 'kysely'

/** A student's photo, by the key of its file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table student add column photo_file text').execute(db)
}
