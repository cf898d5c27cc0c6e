import { type Kysely, sql } from 'kysely'

/** Days on which nobody is reminded of money and no bank settles, as the operator enters them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table platform.closure_date (
  id uuid not null,
  name text not null,
  closed_on date not null,
  -- the same day of every year; the year of closed_on then says nothing
  yearly boolean not null default false,
  -- null: in the whole country
  state text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint closure_date_pkey primary key (id),
  constraint closure_date_name_check check (char_length(name) between 2 and 100)
);
create unique index closure_date_day_key on platform.closure_date (closed_on, state, yearly) nulls not distinct;

-- Those that the whole country has on the same day of every year; what moves with the moon is entered year by year.
insert into platform.closure_date (id, name, closed_on, yearly) values
  ('0198f000-0000-7000-8000-000000000501', 'Hari Pekerja', '2026-05-01', true),
  ('0198f000-0000-7000-8000-000000000831', 'Hari Kebangsaan', '2026-08-31', true),
  ('0198f000-0000-7000-8000-000000000916', 'Hari Malaysia', '2026-09-16', true),
  ('0198f000-0000-7000-8000-000000001225', 'Hari Krismas', '2026-12-25', true);

grant select, insert, update, delete on platform.closure_date to lunas_platform;
grant select on platform.closure_date to lunas_tenant;
`)
    .execute(db)
}
