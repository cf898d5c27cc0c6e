import { type Kysely, sql } from 'kysely'

/** How far the file of a long list has come, for who waits for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table document
  add column rows_done integer,
  add column rows_total integer,
  add constraint document_rows_check check ((rows_done is null) = (rows_total is null) and rows_done >= 0);
`)
    .execute(db)
}
