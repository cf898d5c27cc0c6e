import { type Kysely, sql } from 'kysely'

/** An enrolment may pause more than once: its pauses get a table of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table enrolment_pause (
  enrolment_id uuid not null,
  paused_from date not null,
  -- The last day of the pause; null until someone ends it.
  paused_to date,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint enrolment_pause_pkey primary key (enrolment_id, paused_from),
  constraint enrolment_pause_enrolment_id_fkey foreign key (enrolment_id) references enrolment (id),
  constraint enrolment_pause_paused_check check (paused_from <= paused_to),
  -- The pauses of an enrolment have no day in common. Postgres compares a uuid in such a constraint only with an extension
  -- that not every server has, so the 128 bits of the id are compared as an IPv6 address.
  constraint enrolment_pause_days_excl exclude using gist (
    (regexp_replace(replace(enrolment_id::text, '-', ''), '(.{4})(?=.)', '\\1:', 'g')::inet) inet_ops with =,
    daterange(paused_from, paused_to, '[]') with &&)
);
insert into enrolment_pause (enrolment_id, paused_from, paused_to, created_at, created_by)
  select id, paused_from, paused_to, updated_at, updated_by from enrolment where paused_from is not null;
alter table enrolment drop column paused_from, drop column paused_to;
`)
    .execute(db)
}
