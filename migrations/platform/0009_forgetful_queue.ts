import { type Kysely, sql } from 'kysely'

/**
 * A queue outside of Postgres may lose what it holds, so a job that waits there keeps its row in the outbox until it is
 * done: `held_at` is when it was last seen in the queue or at work, `begun` whether a worker ever took it up. And each
 * worker says that it lives, so that operators learn when none does, or when it has lost its queue.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.outbox
  add column held_at timestamptz,
  add column begun boolean not null default false;
drop index platform.outbox_run_at_idx;
create index outbox_run_at_idx on platform.outbox (run_at) where held_at is null;
create index outbox_held_at_idx on platform.outbox (held_at) where held_at is not null;

revoke insert on platform.outbox from lunas_tenant;
grant insert (id, entity_id, name, payload, run_at) on platform.outbox to lunas_tenant;

create table platform.worker (
  id uuid not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  queue_lost_at timestamptz,
  constraint worker_pkey primary key (id)
);
grant select, insert, update, delete on platform.worker to lunas_platform;
`)
    .execute(db)
}
