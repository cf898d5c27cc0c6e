import { type Kysely, sql } from 'kysely'

/**
 * Of each certificate of FPX, which warnings of its end have been sent, so that each is sent once; and when an
 * organisation's office is open, in words of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table platform.certificate_warning (
  fingerprint text not null,
  days integer not null,
  warned_at timestamptz not null default now(),
  constraint certificate_warning_pkey primary key (fingerprint, days)
);
grant select, insert on platform.certificate_warning to lunas_platform;

alter table platform.certificate_warning enable row level security;
create policy certificate_warning_platform on platform.certificate_warning to lunas_platform using (true) with check (true);

alter table platform.entity
  add column opening_hours text,
  add constraint entity_opening_hours_check check (length(opening_hours) between 1 and 200);
grant update (opening_hours) on platform.entity to lunas_tenant;
`)
    .execute(db)
}
