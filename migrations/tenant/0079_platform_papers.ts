import { type Kysely, sql } from 'kysely'

/** What the platform bills the organisation is printed as its own papers are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table document
  drop constraint document_kind_check,
  add constraint document_kind_check check (kind in ('receipt','invoice','list','statement','platform_invoice'));
`)
    .execute(db)
}
