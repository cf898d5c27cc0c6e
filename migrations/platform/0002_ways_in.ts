import { type Kysely, sql } from 'kysely'

/**
 * Ways in on the main host: which organisations a contact belongs to, the codes that prove a contact, tickets that lead
 * into an organisation, and operators who forgot their password.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Contacts of the active accounts of all organisations, so that a person finds theirs without a look into each schema.
-- Written by a trigger on each tenant's user_account and by nobody else.
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

-- The columns of a tenant's table of that name, so that the same code works at both places, and when the choice was made.
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

-- From the main host into an organisation: for one person, once, for a minute.
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

create table platform.recovery_token (
  token_hash bytea not null,
  operator_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz,
  constraint recovery_token_pkey primary key (token_hash),
  constraint recovery_token_operator_id_fkey foreign key (operator_id) references platform.operator (id) on delete cascade
);
create index recovery_token_operator_id_idx on platform.recovery_token (operator_id);

-- What the platform itself has sent; the same columns as a tenant's table of that name.
create table platform.sent_mail (
  key text not null,
  recipient text not null,
  sent_at timestamptz not null default now(),
  constraint sent_mail_pkey primary key (key)
);

-- Keeps platform.contact as user_account is, whoever writes and however: it runs with its owner's rights, and the
-- organisation is the one whose schema the table is in.
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
revoke all on function platform.keep_contact() from public;

alter table platform.contact enable row level security;
create policy contact_platform on platform.contact to lunas_platform using (true) with check (true);
alter table platform.sign_in_ticket enable row level security;
create policy sign_in_ticket_platform on platform.sign_in_ticket to lunas_platform using (true) with check (true);
create policy sign_in_ticket_tenant on platform.sign_in_ticket to lunas_tenant
  using (entity_id = (select platform.current_entity())) with check (entity_id = (select platform.current_entity()));

grant select on platform.contact to lunas_platform;
grant select, insert, update, delete on platform.one_time_code, platform.sign_in_ticket, platform.recovery_token,
  platform.sent_mail to lunas_platform;
-- An organisation redeems its own tickets; it cannot write one, and it cannot see anybody's contacts.
grant select, update (used_at) on platform.sign_in_ticket to lunas_tenant;
`)
    .execute(db)
}
