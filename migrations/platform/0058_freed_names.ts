import { type Kysely, sql } from 'kysely'

/**
 * Names in addresses that an organisation had and has no more: what was mailed and printed of it still leads there, so for a
 * while nobody else gets one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table platform.freed_subdomain (
  subdomain text not null,
  freed_at timestamptz not null default now(),
  constraint freed_subdomain_pkey primary key (subdomain)
);
grant select on platform.freed_subdomain to lunas_platform;
alter table platform.freed_subdomain enable row level security;
create policy freed_subdomain_platform on platform.freed_subdomain to lunas_platform using (true);
`)
    .execute(db)
}
