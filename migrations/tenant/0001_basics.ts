import { type Kysely, sql } from 'kysely'

/**
 * uuidv7() for servers before Postgres 18: 48 bits of milliseconds, version and variant, the rest random
 * (RFC 9562, section 5.7).
 */
export const idWithoutUuidv7 = `
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid`

/**
 * What everything else in an organisation's schema uses: settings, numbers, files and documents, sent mails, the audit
 * log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  const newId = rows[0]!.version >= 180000 ? 'select uuidv7()' : idWithoutUuidv7
  await sql
    .raw(`
-- Ids like those the application makes (UUID version 7), for statements that write many rows.
create function new_id() returns uuid language sql volatile parallel safe as $$ ${newId} $$;

create table setting (
  key text not null,
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint setting_pkey primary key (key)
);

-- One row for each kind of document and period, locked while a number is given: no gaps, and no number is used twice.
create table number_series (
  kind text not null,
  period text not null,
  last_no integer not null default 0,
  constraint number_series_pkey primary key (kind, period)
);

-- One row for each form that was sent with a key; sending it again leads to the first answer.
create table form_submission (
  key uuid not null,
  location text not null,
  created_at timestamptz not null default now(),
  constraint form_submission_pkey primary key (key)
);

create table stored_file (
  id uuid not null,
  kind text not null,
  name text not null,
  content_type text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  storage_key text not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint stored_file_pkey primary key (id)
);

-- A PDF or a list as a file: queued, made by the worker, then downloaded.
create table document (
  id uuid not null,
  kind text not null,
  subject_id uuid,
  fingerprint text not null,
  parameters jsonb not null default '{}',
  locale text not null,
  status text not null default 'queued',
  rows_done integer,
  rows_total integer,
  file_id uuid,
  error_code text,
  created_at timestamptz not null default now(),
  created_by uuid,
  ready_at timestamptz,
  constraint document_pkey primary key (id),
  constraint document_file_id_fkey foreign key (file_id) references stored_file (id),
  constraint document_kind_check check (kind in ('receipt','invoice','list','statement','platform_invoice')),
  constraint document_status_check check (status in ('queued','ready','failed')),
  constraint document_rows_check check ((rows_done is null) = (rows_total is null) and rows_done >= 0)
);
create unique index document_fingerprint_key on document (fingerprint) where status <> 'failed';

-- One row for each mail that a job has sent, so that a repeated job sends nothing twice.
create table sent_mail (
  key text not null,
  recipient text not null,
  sent_at timestamptz not null default now(),
  constraint sent_mail_pkey primary key (key)
);

-- Mails by which an organisation tries its own mail server; the code in the mail proves that it arrived.
create table mail_test (
  id uuid not null,
  sent_to text not null,
  code_mac bytea not null,
  -- Version of the mail settings that were tried; a code for older ones proves nothing.
  entity_version integer not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint mail_test_pkey primary key (id)
);
create index mail_test_created_at_idx on mail_test (created_at desc);

-- The organisation's role may insert and read here, never change or remove.
create table audit_log (
  id uuid not null,
  position bigint generated always as identity,
  at timestamptz not null default now(),
  actor_type text not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  object_type text not null,
  object_id text,
  before jsonb,
  after jsonb,
  ip text,
  user_agent text,
  request_id text,
  constraint audit_log_pkey primary key (id),
  constraint audit_log_position_key unique (position),
  constraint audit_log_actor_type_check check (actor_type in ('user','operator','system','guest','api'))
);
create index audit_log_object_idx on audit_log (object_type, object_id);
create index audit_log_at_idx on audit_log (at desc nulls last, position desc);
create index audit_log_actor_idx on audit_log (actor_id, at desc nulls last, position desc) where actor_id is not null;

-- What a span of the audit log was when it was sealed. The organisation's role may insert and read here, never change
-- or remove. "entries" holds for each row, in order of position: 8 bytes position, 16 bytes id, 32 bytes SHA-256 of
-- the row. "hash" covers all of that and the hash of the previous seal, so that changing one seal breaks all later
-- ones.
create table audit_seal (
  number bigint not null,
  format smallint not null,
  first_position bigint not null,
  last_position bigint not null,
  row_count integer not null,
  -- Hashes do not compress.
  entries bytea storage external not null,
  previous_hash bytea not null,
  hash bytea not null,
  at timestamptz not null default now(),
  constraint audit_seal_pkey primary key (number),
  constraint audit_seal_last_position_key unique (last_position),
  constraint audit_seal_number_check check (number > 0),
  constraint audit_seal_row_count_check
    check (row_count between 1 and 1000 and octet_length(entries) = row_count * 56),
  constraint audit_seal_hash_check check (octet_length(hash) = 32 and octet_length(previous_hash) = 32)
);
`)
    .execute(db)
}
