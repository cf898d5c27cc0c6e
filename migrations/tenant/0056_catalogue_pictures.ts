import { type Kysely, sql } from 'kysely'

/** The picture of a program or a class, by the key of its file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table program add column image_file text;
alter table subject add column image_file text;
`)
    .execute(db)
}
