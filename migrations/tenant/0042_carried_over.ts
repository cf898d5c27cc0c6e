import { type Kysely, sql } from 'kysely'

/** What a family owed before its organisation came here was due before it is issued here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table invoice
  add column is_carried_over boolean not null default false,
  drop constraint invoice_due_on_check,
  add constraint invoice_due_on_check check (due_on >= issued_on or is_carried_over);
`)
    .execute(db)
}
