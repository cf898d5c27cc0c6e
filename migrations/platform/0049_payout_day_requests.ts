import { type Kysely, sql } from 'kysely'

/** An owner asks to be paid on another day, and operators decide; one waits at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table platform.payout_day_request (
  id uuid not null,
  entity_id uuid not null default platform.current_entity(),
  payout_frequency text not null,
  payout_day integer not null,
  status text not null default 'pending',
  asked_by uuid,
  asker text not null,
  asked_at timestamptz not null default now(),
  decided_by uuid,
  decider text,
  decided_at timestamptz,
  decision_reason text,
  version integer not null default 1,
  constraint payout_day_request_pkey primary key (id),
  constraint payout_day_request_entity_id_fkey foreign key (entity_id) references platform.entity (id) on delete cascade,
  constraint payout_day_request_day_check check (
    (payout_frequency = 'weekly' and payout_day between 1 and 5)
    or (payout_frequency = 'monthly' and payout_day between 1 and 28)),
  constraint payout_day_request_status_check check (status in ('pending','confirmed','refused','withdrawn')),
  constraint payout_day_request_decided_check check ((status in ('confirmed','refused')) = (decided_at is not null)),
  constraint payout_day_request_refused_check check (status <> 'refused' or char_length(decision_reason) between 10 and 300)
);
create index payout_day_request_entity_id_idx on platform.payout_day_request (entity_id, id desc);
create unique index payout_day_request_open_key on platform.payout_day_request (entity_id) where status = 'pending';

grant select, insert, update, delete on platform.payout_day_request to lunas_platform;
grant select, insert on platform.payout_day_request to lunas_tenant;
-- An organisation takes back what it asked for, and no more.
grant update (status, version) on platform.payout_day_request to lunas_tenant;

alter table platform.payout_day_request enable row level security;
create policy payout_day_request_platform on platform.payout_day_request to lunas_platform using (true) with check (true);
create policy payout_day_request_tenant_read on platform.payout_day_request for select to lunas_tenant
  using (entity_id = (select platform.current_entity()));
create policy payout_day_request_tenant_ask on platform.payout_day_request for insert to lunas_tenant
  with check (entity_id = (select platform.current_entity()) and status = 'pending');
create policy payout_day_request_tenant_withdraw on platform.payout_day_request for update to lunas_tenant
  using (entity_id = (select platform.current_entity()) and status = 'pending')
  with check (entity_id = (select platform.current_entity()) and status in ('pending','withdrawn'));
`)
    .execute(db)
}
