import { type Kysely, sql } from 'kysely'

/**
 * Where an organisation wants its money paid out: it asks, the operator compares the letter of the bank, and only then the
 * account of the organisation is another one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Since when money goes to the account that the organisation has now; null: none was ever confirmed.
alter table platform.entity add column bank_changed_at timestamptz;
update platform.entity set bank_changed_at = created_at where bank_status = 'verified';

create table platform.entity_bank_change (
  id uuid not null,
  entity_id uuid not null default platform.current_entity(),
  bank_code text not null,
  bank_name text not null,
  account_name text not null,
  account_number_sealed text not null,
  last_four text not null,
  -- The letter of the bank, in the store of the organisation; where it came with a registration, among its documents.
  letter_key text,
  letter_type text,
  letter_bytes integer,
  registration_id uuid,
  status text not null default 'pending',
  -- Nobody of the organisation where it came with a registration.
  asked_by uuid,
  asker text not null,
  asked_at timestamptz not null default now(),
  decided_by uuid,
  decider text,
  decided_at timestamptz,
  decision_reason text,
  version integer not null default 1,
  constraint entity_bank_change_pkey primary key (id),
  constraint entity_bank_change_entity_id_fkey foreign key (entity_id) references platform.entity (id) on delete cascade,
  constraint entity_bank_change_registration_id_fkey foreign key (registration_id)
    references platform.entity_registration (id) on delete set null,
  constraint entity_bank_change_account_name_check check (char_length(account_name) between 2 and 150),
  constraint entity_bank_change_last_four_check check (last_four ~ '^[0-9]{4}$'),
  constraint entity_bank_change_letter_check check (num_nonnulls(letter_key, letter_type, letter_bytes) in (0, 3)),
  constraint entity_bank_change_letter_type_check check (letter_type in ('application/pdf','image/jpeg')),
  constraint entity_bank_change_status_check check (status in ('pending','confirmed','refused','withdrawn')),
  constraint entity_bank_change_decided_check check ((status in ('confirmed','refused')) = (decided_at is not null)),
  constraint entity_bank_change_refused_check check (status <> 'refused' or char_length(decision_reason) between 10 and 300)
);
create index entity_bank_change_asked_at_idx on platform.entity_bank_change (asked_at desc, id desc);
create index entity_bank_change_entity_id_idx on platform.entity_bank_change (entity_id, id desc);
create unique index entity_bank_change_open_key on platform.entity_bank_change (entity_id) where status = 'pending';

grant select, insert, update, delete on platform.entity_bank_change to lunas_platform;
grant select, insert on platform.entity_bank_change to lunas_tenant;
-- An organisation takes back what it asked for, and no more.
grant update (status, version) on platform.entity_bank_change to lunas_tenant;

alter table platform.entity_bank_change enable row level security;
create policy entity_bank_change_platform on platform.entity_bank_change to lunas_platform using (true) with check (true);
create policy entity_bank_change_tenant_read on platform.entity_bank_change for select to lunas_tenant
  using (entity_id = (select platform.current_entity()));
create policy entity_bank_change_tenant_ask on platform.entity_bank_change for insert to lunas_tenant
  with check (entity_id = (select platform.current_entity()) and status = 'pending');
create policy entity_bank_change_tenant_withdraw on platform.entity_bank_change for update to lunas_tenant
  using (entity_id = (select platform.current_entity()) and status = 'pending')
  with check (entity_id = (select platform.current_entity()) and status in ('pending','withdrawn'));
`)
    .execute(db)
}
