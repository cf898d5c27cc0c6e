import { type Kysely, sql } from 'kysely'

/** Those in charge are told once that few message credits are left, and again only after there were enough. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.subscription
  -- since when it is known that few are left; null again once enough were added
  add column credit_warned_at timestamptz;
`)
    .execute(db)
}
