import { type Kysely, sql } from 'kysely'

/** Until when each schedule has been planned, so that one clock, the database's, decides which one is due. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- The instant up to which runs have been put into the outbox; the next one after it is due. Of a new schedule it is now.
alter table platform.schedule add column planned_at timestamptz not null default now();
update platform.schedule set planned_at = ran_at;
`)
    .execute(db)
}
