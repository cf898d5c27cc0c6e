import { type Kysely, sql } from 'kysely'

/** When each schedule ran last, so that operators learn of one that does not run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- The queue keeps when a schedule runs next; a wrong clock can put that off for years. ran_at is by the clock of the
-- database; before the first run it is when the schedule was set.
create table platform.schedule (
  name text not null,
  every_seconds integer not null,
  ran_at timestamptz not null default now(),
  constraint schedule_pkey primary key (name),
  constraint schedule_every_check check (every_seconds > 0)
);
grant select, insert, update, delete on platform.schedule to lunas_platform;
`)
    .execute(db)
}
