import { type Kysely, sql } from 'kysely'

/** Settings, audit, files and documents, and the keys that make a repeated post harmless. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table setting (
  key text not null,
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint setting_pkey primary key (key)
);

-- The tenant's role may insert and read here, never change or remove.
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

-- A PDF that was asked for: queued, made by the worker, then fetched.
create table document (
  id uuid not null,
  kind text not null,
  subject_id uuid,
  fingerprint text not null,
  parameters jsonb not null default '{}',
  locale text not null,
  status text not null default 'queued',
  file_id uuid,
  error_code text,
  created_at timestamptz not null default now(),
  created_by uuid,
  ready_at timestamptz,
  constraint document_pkey primary key (id),
  constraint document_file_id_fkey foreign key (file_id) references stored_file (id),
  constraint document_kind_check check (kind in ('receipt','invoice','list')),
  constraint document_status_check check (status in ('queued','ready','failed'))
);
create unique index document_fingerprint_key on document (fingerprint) where status <> 'failed';

-- One row for each form that was sent with a key; sending it again leads to the first answer.
create table form_submission (
  key uuid not null,
  location text not null,
  created_at timestamptz not null default now(),
  constraint form_submission_pkey primary key (key)
);

-- One row for each mail that an accepted job has sent, so that a repeated job sends nothing.
create table sent_mail (
  key text not null,
  recipient text not null,
  sent_at timestamptz not null default now(),
  constraint sent_mail_pkey primary key (key)
);
`)
    .execute(db)
}
