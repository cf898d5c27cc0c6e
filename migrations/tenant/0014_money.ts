import { type Kysely, sql } from 'kysely'

/** A form that is sent again is compared with what was sent first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- SHA-256 of all that was sent, with the form's random key; null for what was sent before this was kept.
alter table form_submission add column digest bytea;
`)
    .execute(db)
}
