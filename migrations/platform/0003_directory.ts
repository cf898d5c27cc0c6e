import { type Kysely, sql } from 'kysely'
import { operatorRows, ownRows } from './row-security.ts'

/** What the main host must know of all organisations: contacts, public codes and what they collect gifts for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- E-mail addresses and phone numbers of all active accounts, so that the main host finds a person's organisations
-- without a query in each schema. Only the trigger on each organisation's user_account writes here.
create table platform.contact (
  entity_id uuid not null,
  user_id uuid not null,
  kind text not null,
  value text not null,
  constraint contact_pkey primary key (entity_id, user_id, kind),
  constraint contact_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint contact_kind_check check (kind in ('email','phone'))
);
create index contact_value_idx on platform.contact (value);
${operatorRows('contact')}
grant select on platform.contact to lunas_platform;

-- Keeps platform.contact in step with user_account, whoever writes there. It runs with its owner's rights, because no
-- role of an organisation may read or write contacts; the organisation is the one whose schema the table is in.
create function platform.keep_contact() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  its_entity uuid := (select id from platform.entity where schema_name = tg_table_schema);
begin
  if tg_op <> 'INSERT' then
    delete from platform.contact where entity_id = its_entity and user_id = old.id;
  end if;
  if tg_op <> 'DELETE' and its_entity is not null and new.status = 'active' and new.deleted_at is null then
    insert into platform.contact (entity_id, user_id, kind, value)
    select its_entity, new.id, kind, value
    from (values ('email', lower(new.email)), ('phone', new.phone)) as known (kind, value)
    where value is not null;
  end if;
  return null;
end $$;
revoke execute on function platform.keep_contact from public;

-- Codes that prove a contact on the main host. Same columns as an organisation's one_time_code, so that the same code
-- handles both, and chosen_at.
create table platform.one_time_code (
  id uuid not null,
  purpose text not null,
  channel text not null,
  address text not null,
  user_id uuid,
  deliver boolean not null,
  locale text not null,
  browser_hash bytea not null,
  code_mac bytea,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz,
  chosen_at timestamptz,
  constraint one_time_code_pkey primary key (id),
  constraint one_time_code_browser_hash_key unique (browser_hash),
  constraint one_time_code_channel_check check (channel in ('sms','whatsapp','email')),
  constraint one_time_code_locale_check check (locale ~ '^[a-z]{2,8}$')
);
create index one_time_code_address_idx on platform.one_time_code (address, created_at desc);
create index one_time_code_created_at_idx on platform.one_time_code (created_at);
grant select, insert, update, delete on platform.one_time_code to lunas_platform;

-- Takes a person from the main host into one organisation: once, within a minute.
create table platform.sign_in_ticket (
  token_hash bytea not null,
  entity_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint sign_in_ticket_pkey primary key (token_hash),
  constraint sign_in_ticket_entity_id_fkey foreign key (entity_id) references platform.entity (id)
);
create index sign_in_ticket_created_at_idx on platform.sign_in_ticket (created_at);
${ownRows('sign_in_ticket')}
grant select, insert, update, delete on platform.sign_in_ticket to lunas_platform;
-- An organisation redeems its own tickets and cannot create one.
grant select, update (used_at) on platform.sign_in_ticket to lunas_tenant;

-- Mails the platform has sent, so that a repeated job sends nothing twice. Same columns as an organisation's
-- sent_mail.
create table platform.sent_mail (
  key text not null,
  recipient text not null,
  sent_at timestamptz not null default now(),
  constraint sent_mail_pkey primary key (key)
);
grant select, insert, update, delete on platform.sent_mail to lunas_platform;

-- Unguessable codes of public pages: which organisation a code on the main host belongs to.
create table platform.public_code (
  code text not null,
  entity_id uuid not null default platform.current_entity(),
  kind text not null,
  created_at timestamptz not null default now(),
  constraint public_code_pkey primary key (code),
  constraint public_code_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint public_code_kind_check check (kind in ('invoice','payment'))
);
${ownRows('public_code')}
grant select, insert, update, delete on platform.public_code to lunas_platform;
grant select, insert on platform.public_code to lunas_tenant;

-- A public code of 26 letters and digits: 130 random bits.
create function platform.new_public_code() returns text language sql volatile as $$
  select string_agg(substr('abcdefghijkmnpqrstuvwxyz23456789', 1 + (get_byte(random.bytes, place) & 31), 1), '')
  from (
    select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes
  ) as random, generate_series(0, 25) as place $$;
grant execute on function platform.new_public_code to lunas_platform, lunas_tenant;

-- Which kinds of gifts each organisation collects, so that the main host need not query each schema.
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
${ownRows('donation_type')}
grant select, insert, update, delete on platform.donation_type to lunas_platform, lunas_tenant;

-- The appointment by a religious authority to collect one type of zakat: the organisation requests it, the operator
-- confirms it.
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
  -- How many days before its end the organisation was last warned; 0: it was told that it has ended.
  warned_days integer,
  version integer not null default 1,
  constraint zakat_appointment_pkey primary key (id),
  constraint zakat_appointment_entity_id_fkey foreign key (entity_id)
    references platform.entity (id) on delete cascade,
  constraint zakat_appointment_authority_check check (char_length(authority) between 2 and 150),
  constraint zakat_appointment_appointment_no_check check (char_length(appointment_no) between 1 and 50),
  constraint zakat_appointment_dates_check check (valid_to >= valid_from),
  constraint zakat_appointment_status_check check (status in ('requested','confirmed','refused','withdrawn')),
  constraint zakat_appointment_decided_check check ((status in ('confirmed','refused')) = (decided_at is not null)),
  constraint zakat_appointment_refused_check
    check (status <> 'refused' or char_length(decision_reason) between 10 and 300),
  constraint zakat_appointment_letter_type_check check (letter_type in ('application/pdf','image/jpeg'))
);
create index zakat_appointment_requested_at_idx on platform.zakat_appointment (requested_at desc, id desc);
create index zakat_appointment_type_idx on platform.zakat_appointment (entity_id, zakat_type_id, valid_to);
create unique index zakat_appointment_open_key on platform.zakat_appointment (entity_id, zakat_type_id)
  where status = 'requested';
create index zakat_appointment_ending_idx on platform.zakat_appointment (valid_to)
  where status = 'confirmed' and warned_days is distinct from 0;
${operatorRows('zakat_appointment')}
create policy zakat_appointment_tenant_read on platform.zakat_appointment for select to lunas_tenant
  using (entity_id = (select platform.current_entity()));
create policy zakat_appointment_tenant_ask on platform.zakat_appointment for insert to lunas_tenant
  with check (entity_id = (select platform.current_entity()) and status = 'requested');
create policy zakat_appointment_tenant_withdraw on platform.zakat_appointment for update to lunas_tenant
  using (entity_id = (select platform.current_entity()) and status = 'requested')
  with check (entity_id = (select platform.current_entity()) and status in ('requested','withdrawn'));
grant select, insert, update, delete on platform.zakat_appointment to lunas_platform;
-- An organisation may withdraw its request, and change nothing else.
grant select, insert, update (status, version) on platform.zakat_appointment to lunas_tenant;
`)
    .execute(db)
}
