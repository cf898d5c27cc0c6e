import { type Kysely, sql } from 'kysely'
import { ownRows } from './row-security.ts'

/** The outbox and its workers, rate limits and idempotency keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Jobs, written in the transaction that causes them. A queue outside Postgres may lose jobs, so a row stays until its
-- job is done.
create table platform.outbox (
  id uuid not null,
  entity_id uuid default platform.current_entity(),
  name text not null,
  payload jsonb not null,
  run_at timestamptz not null default now(),
  -- When the job was last seen in an outside queue or at work.
  held_at timestamptz,
  -- Whether a worker ever began it.
  begun boolean not null default false,
  created_at timestamptz not null default now(),
  constraint outbox_pkey primary key (id)
);
create index outbox_run_at_idx on platform.outbox (run_at) where held_at is null;
create index outbox_held_at_idx on platform.outbox (held_at) where held_at is not null;
${ownRows('outbox')}
grant select, insert, update, delete on platform.outbox to lunas_platform;
grant insert (id, entity_id, name, payload, run_at) on platform.outbox to lunas_tenant;

create table platform.failed_job (
  id uuid not null,
  entity_id uuid,
  name text not null,
  payload jsonb not null,
  error text not null,
  attempts integer not null,
  failed_at timestamptz not null default now(),
  retried_at timestamptz,
  constraint failed_job_pkey primary key (id)
);
grant select, insert, update, delete on platform.failed_job to lunas_platform;

-- Each worker reports here that it is alive, so that operators learn when none is, or when it has lost its queue.
create table platform.worker (
  id uuid not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  queue_lost_at timestamptz,
  constraint worker_pkey primary key (id)
);
grant select, insert, update, delete on platform.worker to lunas_platform;

-- Counters of rate limits. Losing them in a crash does no harm, so they skip the write-ahead log.
create unlogged table platform.rate_limit (
  key text not null,
  entity_id uuid default platform.current_entity(),
  points integer not null default 0,
  expire bigint,
  constraint rate_limit_entity_id_key_key unique nulls not distinct (entity_id, key)
);
${ownRows('rate_limit')}
grant select, insert, update, delete on platform.rate_limit to lunas_platform, lunas_tenant;

-- What an API call with an Idempotency-Key was answered; no answer yet while it is being processed.
create table platform.idempotency_key (
  entity_id uuid default platform.current_entity(),
  caller text not null,
  key text not null,
  body_mac bytea not null,
  status integer,
  answer text,
  claimed_at timestamptz not null default now(),
  constraint idempotency_key_key unique nulls not distinct (entity_id, caller, key),
  constraint idempotency_key_answer_check check ((status is null) = (answer is null))
);
create index idempotency_key_claimed_at_idx on platform.idempotency_key (claimed_at);
${ownRows('idempotency_key')}
grant select, insert, update, delete on platform.idempotency_key to lunas_platform, lunas_tenant;
`)
    .execute(db)
}
