import { type Kysely, sql } from 'kysely'

/** Seals over the audit log, and indexes with which its pages stay quick. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- What a span of the audit log was when it was sealed. The tenant's role may insert and read here, never change or
-- remove. \`entries\` holds for each row, in order of position: 8 bytes position, 16 bytes id, 32 bytes SHA-256 of the
-- row. \`hash\` is over the hash before and all of that, so that no seal can be changed without those after it.
create table audit_seal (
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
-- The entries are hashes: compressing them is work for nothing.
alter table audit_seal alter column entries set storage external;

create index audit_log_at_idx on audit_log (at desc nulls last, position desc);
create index audit_log_actor_idx on audit_log (actor_id, at desc nulls last, position desc) where actor_id is not null;
create index login_log_at_idx on login_log (at desc nulls last, id desc);
`)
    .execute(db)
}
