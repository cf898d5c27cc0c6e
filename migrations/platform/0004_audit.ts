import { type Kysely, sql } from 'kysely'

/** Seals over the platform's audit log, indexes for its pages, and which organisation's log has grown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- As in each organisation's schema: one row for each sealed span of platform.audit_log.
create table platform.audit_seal (
  number bigint not null,
  format smallint not null,
  first_position bigint not null,
  last_position bigint not null,
  row_count integer not null,
  entries bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  at timestamptz not null default now(),
  constraint audit_seal_pkey primary key (number),
  constraint audit_seal_last_position_key unique (last_position),
  constraint audit_seal_number_check check (number > 0),
  constraint audit_seal_row_count_check check (row_count between 1 and 1000 and octet_length(entries) = row_count * 56),
  constraint audit_seal_hash_check check (octet_length(hash) = 32 and octet_length(previous_hash) = 32)
);
alter table platform.audit_seal alter column entries set storage external;

-- How many rows Postgres had counted into each organisation's audit log when it was last sent to be sealed.
create table platform.audit_watch (
  entity_id uuid not null,
  counted bigint not null,
  changed_at timestamptz not null default now(),
  anchored_at timestamptz,
  constraint audit_watch_pkey primary key (entity_id),
  constraint audit_watch_entity_id_fkey foreign key (entity_id) references platform.entity (id) on delete cascade
);

create index audit_log_at_idx on platform.audit_log (at desc nulls last, position desc);
create index audit_log_actor_idx on platform.audit_log (actor_id, at desc nulls last, position desc) where actor_id is not null;
create index audit_log_entity_idx on platform.audit_log (entity_id, at desc nulls last, position desc) where entity_id is not null;
create index login_log_at_idx on platform.login_log (at desc nulls last, id desc);

grant select, insert on platform.audit_seal to lunas_platform;
grant select, insert, update, delete on platform.audit_watch to lunas_platform;
`)
    .execute(db)
}
