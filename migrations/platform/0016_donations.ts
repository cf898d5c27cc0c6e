import { type Kysely, sql } from 'kysely'

/** Who may collect zakat, as the operator has confirmed it, and what the main host tells of who collects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- One letter of an authority for one type of zakat: asked for by the organisation, confirmed by the operator.
create table platform.zakat_appointment (
  id uuid not null,
  entity_id uuid not null default platform.current_entity(),
  zakat_type_id uuid not null,
  type_name text not null,
  authority text not null,
  state text not null,
  appointment_no text not null,
  valid_from date not null,
  valid_to date not null,
  letter_key text not null,
  letter_type text not null,
  letter_bytes integer not null,
  status text not null default 'requested',
  requested_by uuid not null,
  requester text not null,
  requested_at timestamptz not null default now(),
  decided_by uuid,
  decider text,
  decided_at timestamptz,
  decision_reason text,
  -- Days before its end of which the organisation was last told; 0: that it has ended.
  warned_days integer,
  version integer not null default 1,
  constraint zakat_appointment_pkey primary key (id),
  constraint zakat_appointment_entity_id_fkey foreign key (entity_id) references platform.entity (id) on delete cascade,
  constraint zakat_appointment_authority_check check (char_length(authority) between 2 and 150),
  constraint zakat_appointment_appointment_no_check check (char_length(appointment_no) between 1 and 50),
  constraint zakat_appointment_dates_check check (valid_to >= valid_from),
  constraint zakat_appointment_status_check check (status in ('requested','confirmed','refused','withdrawn')),
  constraint zakat_appointment_decided_check check ((status in ('confirmed','refused')) = (decided_at is not null)),
  constraint zakat_appointment_refused_check check (status <> 'refused' or char_length(decision_reason) between 10 and 300),
  constraint zakat_appointment_letter_type_check check (letter_type in ('application/pdf','image/jpeg'))
);
create index zakat_appointment_requested_at_idx on platform.zakat_appointment (requested_at desc, id desc);
create index zakat_appointment_type_idx on platform.zakat_appointment (entity_id, zakat_type_id, valid_to);
create unique index zakat_appointment_open_key on platform.zakat_appointment (entity_id, zakat_type_id) where status = 'requested';
create index zakat_appointment_ending_idx on platform.zakat_appointment (valid_to) where status = 'confirmed' and warned_days is distinct from 0;

-- What each organisation collects, so that the main host need not look into all of them.
create table platform.donation_type (
  entity_id uuid not null default platform.current_entity(),
  type_id uuid not null,
  kind text not null,
  active boolean not null,
  opens_on date,
  closes_on date,
  constraint donation_type_pkey primary key (entity_id, type_id),
  constraint donation_type_entity_id_fkey foreign key (entity_id) references platform.entity (id) on delete cascade,
  constraint donation_type_kind_check check (kind in ('infaq','zakat'))
);
create index donation_type_open_idx on platform.donation_type (kind, entity_id) where active;

grant select, insert, update, delete on platform.zakat_appointment, platform.donation_type to lunas_platform;
grant select, insert on platform.zakat_appointment to lunas_tenant;
-- An organisation takes back what it asked for, and no more.
grant update (status, version) on platform.zakat_appointment to lunas_tenant;
grant select, insert, update, delete on platform.donation_type to lunas_tenant;

alter table platform.zakat_appointment enable row level security;
create policy zakat_appointment_platform on platform.zakat_appointment to lunas_platform using (true) with check (true);
create policy zakat_appointment_tenant_read on platform.zakat_appointment for select to lunas_tenant
  using (entity_id = (select platform.current_entity()));
create policy zakat_appointment_tenant_ask on platform.zakat_appointment for insert to lunas_tenant
  with check (entity_id = (select platform.current_entity()) and status = 'requested');
create policy zakat_appointment_tenant_withdraw on platform.zakat_appointment for update to lunas_tenant
  using (entity_id = (select platform.current_entity()) and status = 'requested')
  with check (entity_id = (select platform.current_entity()) and status in ('requested','withdrawn'));
alter table platform.donation_type enable row level security;
create policy donation_type_platform on platform.donation_type to lunas_platform using (true) with check (true);
create policy donation_type_tenant on platform.donation_type to lunas_tenant
  using (entity_id = (select platform.current_entity())) with check (entity_id = (select platform.current_entity()));
`)
    .execute(db)
}
