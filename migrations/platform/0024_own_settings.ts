import { type Kysely, sql } from 'kysely'

/** What an organisation sets up for itself: how its mail server fares, its pictures, another bank account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.entity
  -- Since when the password of the mail server is kept.
  add column smtp_password_at timestamptz,
  -- Why the last mail did not go out by it, and when it was last tried.
  add column smtp_failure text,
  add column smtp_tried_at timestamptz,
  -- Mails in a row that it would not take, though nothing was wrong with them.
  add column smtp_hard_errors integer not null default 0,
  add constraint entity_smtp_failure_check check (smtp_failure in ('invalid','refused','deferred','credentials','tls',
    'certificate','unreachable','slow','nonsense','not_public','port','code')),
  add constraint entity_smtp_hard_errors_check check (smtp_hard_errors >= 0);
grant update (smtp_password_at, smtp_failure, smtp_tried_at, smtp_hard_errors, logo_file, header_banner_file,
  background_file) on platform.entity to lunas_tenant;

-- Another account on which an organisation wants its money, until the operator has compared it with the bank's letter.
create table platform.entity_bank_change (
  id uuid not null,
  entity_id uuid not null default platform.current_entity(),
  account_name text not null,
  account_number_sealed text not null,
  bank_name text not null,
  bank_code text not null,
  letter_key text not null,
  letter_type text not null,
  letter_bytes integer not null,
  -- Who was asked when the old account was in use; both are told what becomes of it.
  contact_email text not null,
  status text not null default 'requested',
  requested_by uuid not null,
  requester text not null,
  requested_at timestamptz not null default now(),
  decided_by uuid,
  decider text,
  decided_at timestamptz,
  decision_reason text,
  version integer not null default 1,
  constraint entity_bank_change_pkey primary key (id),
  constraint entity_bank_change_entity_id_fkey foreign key (entity_id) references platform.entity (id) on delete cascade,
  constraint entity_bank_change_account_name_check check (char_length(account_name) between 2 and 150),
  constraint entity_bank_change_bank_name_check check (char_length(bank_name) between 1 and 100),
  constraint entity_bank_change_bank_code_check check (char_length(bank_code) between 1 and 12),
  constraint entity_bank_change_status_check check (status in ('requested','confirmed','refused','withdrawn')),
  constraint entity_bank_change_decided_check check ((status in ('confirmed','refused')) = (decided_at is not null)),
  constraint entity_bank_change_refused_check check (status <> 'refused' or char_length(decision_reason) between 10 and 300),
  constraint entity_bank_change_letter_type_check check (letter_type in ('application/pdf','image/jpeg'))
);
create index entity_bank_change_requested_at_idx on platform.entity_bank_change (requested_at desc, id desc);
create index entity_bank_change_entity_id_idx on platform.entity_bank_change (entity_id, id desc);
create unique index entity_bank_change_open_key on platform.entity_bank_change (entity_id) where status = 'requested';

grant select, insert, update, delete on platform.entity_bank_change to lunas_platform;
grant select, insert on platform.entity_bank_change to lunas_tenant;
-- An organisation takes back what it asked for, and no more.
grant update (status, version) on platform.entity_bank_change to lunas_tenant;
alter table platform.entity_bank_change enable row level security;
create policy entity_bank_change_platform on platform.entity_bank_change to lunas_platform using (true) with check (true);
create policy entity_bank_change_tenant_read on platform.entity_bank_change for select to lunas_tenant
  using (entity_id = (select platform.current_entity()));
create policy entity_bank_change_tenant_ask on platform.entity_bank_change for insert to lunas_tenant
  with check (entity_id = (select platform.current_entity()) and status = 'requested');
create policy entity_bank_change_tenant_withdraw on platform.entity_bank_change for update to lunas_tenant
  using (entity_id = (select platform.current_entity()) and status = 'requested')
  with check (entity_id = (select platform.current_entity()) and status in ('requested','withdrawn'));
`)
    .execute(db)
}
