import { type Kysely, sql } from 'kysely'
import { operatorRows } from './row-security.ts'

/** Organisations, and what all of them share: settings of the platform, public holidays and signing keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
grant usage on schema platform to lunas_platform, lunas_tenant;

-- An organisation. Its own tables are in the schema schema_name, which only the role role_name may read and write.
create table platform.entity (
  id uuid not null,
  name text not null,
  subdomain text not null,
  schema_name text not null,
  role_name text not null,
  schema_version integer not null default 0,
  custom_domain text,
  -- The value of its TXT record; a new one for each domain that is entered.
  custom_domain_token text,
  custom_domain_status text not null default 'not_set',
  -- Since when its DNS records are right: from then on a certificate may be requested and no other organisation can
  -- prove it.
  custom_domain_proven_at timestamptz,
  custom_domain_checked_at timestamptz,
  -- What the last check found of each record.
  custom_domain_checks jsonb,
  -- When it was entered or last failed; for some days from then it is checked every hour.
  custom_domain_since timestamptz,
  -- Daily checks in a row that found a verified domain wrong, and the last of them.
  custom_domain_misses integer not null default 0,
  custom_domain_missed_at timestamptz,
  -- Set when an operator has switched it off; it is not served until that is undone.
  custom_domain_off_at timestamptz,
  custom_domain_off_reason text,
  organisation_type text not null,
  company_name text not null,
  registration_number text not null,
  licence_no text,
  nametag text not null,
  account_name text,
  account_number_sealed text,
  bank_name text,
  bank_code text,
  bank_status text not null default 'unverified',
  -- Since when payouts go to this account; null: no account was confirmed yet.
  bank_changed_at timestamptz,
  payout_frequency text not null default 'weekly',
  -- Weekly: a weekday, 1 is Monday. Monthly: a day of the month.
  payout_day integer not null default 3,
  -- When an operator last set the day without a request; earlier refused requests are then out of date.
  payout_day_set_at timestamptz,
  contact_name text not null,
  contact_phone text not null,
  contact_email text not null,
  opening_hours text,
  address_line1 text,
  address_line2 text,
  address_line3 text,
  city text,
  state text,
  postcode text,
  country text not null default 'MY',
  logo_file text,
  header_banner_file text,
  background_file text,
  theme_colour text,
  default_locale text not null default 'en',
  tax_registered boolean not null default false,
  sst_number text,
  academic_year_start_month integer not null default 1,
  fpx_seller_id text,
  smtp_host text,
  smtp_port integer,
  smtp_username text,
  smtp_password_sealed text,
  -- Since when the password of the mail server is kept.
  smtp_password_at timestamptz,
  smtp_sender_name text,
  smtp_sender_email text,
  smtp_status text not null default 'not_setup',
  -- Why the last mail was not accepted, and when it was last tried.
  smtp_failure text,
  smtp_tried_at timestamptz,
  -- Mails in a row that were refused although nothing was wrong with them.
  smtp_hard_errors integer not null default 0,
  status text not null default 'active',
  -- Why an operator closed it. Null when it is inactive for another reason, such as an ended subscription: paying
  -- must reopen only what was closed by that.
  inactive_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint entity_pkey primary key (id),
  constraint entity_subdomain_key unique (subdomain),
  constraint entity_schema_name_key unique (schema_name),
  constraint entity_role_name_key unique (role_name),
  constraint entity_subdomain_check check (subdomain ~ '^[a-z]([a-z0-9]|-[a-z0-9]){1,28}[a-z0-9]?$'),
  constraint entity_schema_name_check check (schema_name ~ '^t_[a-z0-9_]{3,50}$'),
  constraint entity_organisation_type_check
    check (organisation_type in ('school','tuition','kindergarten','nursery','tahfiz','ngo','club','other')),
  constraint entity_custom_domain_status_check
    check (custom_domain_status in ('not_set','pending','verified','failed')),
  constraint entity_bank_status_check check (bank_status in ('unverified','pending','verified','rejected')),
  constraint entity_smtp_status_check check (smtp_status in ('not_setup','entered','tested','verified','failed')),
  -- Languages are files of the product, so the database only checks that it could be the name of a folder.
  constraint entity_default_locale_check check (default_locale ~ '^[a-z]{2,8}$'),
  constraint entity_theme_colour_check check (theme_colour ~ '^#[0-9a-f]{6}$'),
  constraint entity_academic_year_start_month_check check (academic_year_start_month between 1 and 12),
  constraint entity_status_check check (status in ('active','inactive')),
  constraint entity_opening_hours_check check (length(opening_hours) between 1 and 200),
  constraint entity_inactive_reason_check check (
    inactive_reason is null or (status = 'inactive' and char_length(inactive_reason) between 10 and 300)),
  constraint entity_smtp_failure_check check (smtp_failure in ('invalid','refused','deferred','credentials','tls',
    'certificate','unreachable','slow','nonsense','not_public','port','code')),
  constraint entity_smtp_hard_errors_check check (smtp_hard_errors >= 0),
  constraint entity_payout_frequency_check check (payout_frequency in ('weekly','monthly')),
  constraint entity_payout_day_check
    check (payout_day between 1 and case payout_frequency when 'weekly' then 5 else 28 end),
  constraint entity_custom_domain_set_check check (
    case when custom_domain is null then custom_domain_status = 'not_set'
    else custom_domain_status <> 'not_set' and custom_domain_token is not null end),
  constraint entity_custom_domain_proven_check check (
    custom_domain_status <> 'verified' or custom_domain_proven_at is not null),
  constraint entity_custom_domain_misses_check check (custom_domain_misses >= 0),
  constraint entity_custom_domain_off_check check ((custom_domain_off_at is null) = (custom_domain_off_reason is null)
    and (custom_domain_off_at is null or custom_domain_proven_at is null))
);
-- Several organisations may enter the same domain; only one can have proven it.
create unique index entity_custom_domain_key on platform.entity (custom_domain)
  where custom_domain_proven_at is not null;
-- FPX settles by the seller ID, so no two organisations may have the same.
create unique index entity_fpx_seller_id_key on platform.entity (fpx_seller_id);
${operatorRows('entity')}
create policy entity_tenant on platform.entity for select to lunas_tenant using (role_name = current_user);
create policy entity_tenant_edit on platform.entity for update to lunas_tenant
  using (role_name = current_user) with check (role_name = current_user);
grant select, insert, update, delete on platform.entity to lunas_platform;
-- What an organisation may change about itself: not its subdomain, status, bank account or seller ID.
grant select, update (name, custom_domain, custom_domain_token, custom_domain_status, custom_domain_proven_at,
  custom_domain_checked_at, custom_domain_checks, custom_domain_since, custom_domain_misses, custom_domain_missed_at,
  company_name, registration_number, licence_no, nametag, contact_name, contact_phone, contact_email, opening_hours,
  address_line1, address_line2, address_line3, city, state, postcode, logo_file, header_banner_file, background_file,
  theme_colour, default_locale, tax_registered, sst_number, academic_year_start_month, smtp_host, smtp_port,
  smtp_username, smtp_password_sealed, smtp_password_at, smtp_sender_name, smtp_sender_email, smtp_status,
  smtp_failure, smtp_tried_at, smtp_hard_errors, version, updated_at) on platform.entity to lunas_tenant;

-- The organisation whose role this transaction has taken on; null for any other role.
create function platform.current_entity() returns uuid language sql stable
  as $$ select id from platform.entity where role_name = current_user $$;
grant execute on function platform.current_entity to lunas_platform, lunas_tenant;

-- The same inside a "security definer" function, where current_user is the owner of the function.
create function platform.calling_entity() returns uuid language sql stable set search_path = ''
  as $$ select id from platform.entity where role_name = pg_catalog.current_setting('role') $$;
revoke execute on function platform.calling_entity from public;

-- Whether another organisation has proven one of these domains; it does not say which.
create function platform.domain_taken(wanted text[]) returns boolean language sql stable
  security definer set search_path = ''
  as $$ select exists (select from platform.entity where custom_domain = any (wanted)
    and custom_domain_proven_at is not null and id is distinct from platform.current_entity()) $$;
revoke execute on function platform.domain_taken from public;
grant execute on function platform.domain_taken to lunas_platform, lunas_tenant;

-- What operators write down about an organisation.
create table platform.entity_note (
  id uuid not null,
  entity_id uuid not null,
  body text not null,
  -- The author may be removed later; the name stays.
  author_id uuid,
  author text not null,
  created_at timestamptz not null default now(),
  constraint entity_note_pkey primary key (id),
  constraint entity_note_entity_id_fkey foreign key (entity_id) references platform.entity (id) on delete cascade,
  constraint entity_note_body_check check (char_length(body) between 1 and 1000)
);
create index entity_note_entity_id_idx on platform.entity_note (entity_id, created_at desc, id desc);
${operatorRows('entity_note')}
grant select, insert on platform.entity_note to lunas_platform;

-- Subdomains of organisations that are gone. Links in old mails and prints still lead there, so for a while nobody
-- else can take the name.
create table platform.freed_subdomain (
  subdomain text not null,
  freed_at timestamptz not null default now(),
  constraint freed_subdomain_pkey primary key (subdomain)
);
alter table platform.freed_subdomain enable row level security;
create policy freed_subdomain_platform on platform.freed_subdomain to lunas_platform using (true);
grant select on platform.freed_subdomain to lunas_platform;

-- Settings of the platform.
create table platform.setting (
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  constraint setting_pkey primary key (key)
);
${operatorRows('setting')}
-- An organisation sees the tax on the platform's invoices and whom to pay.
create policy setting_tenant on platform.setting for select to lunas_tenant using (key in ('service_tax','issuer'));
grant select, insert, update, delete on platform.setting to lunas_platform;
grant select on platform.setting to lunas_tenant;

-- A seller ID of FPX belongs to one organisation or to the platform, whose own is in a setting. No constraint spans
-- both tables. The lock makes two simultaneous writers see each other.
create function platform.one_seller() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  seller text := case tg_table_name when 'entity' then to_jsonb(new) ->> 'fpx_seller_id'
    else to_jsonb(new) -> 'value' ->> 'fpx_seller_id' end;
  taken boolean;
begin
  if seller is null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('platform.seller', 0));
  if tg_table_name = 'entity' then
    select exists (select from platform.setting where key = 'issuer' and value ->> 'fpx_seller_id' = seller)
      into taken;
  else
    select exists (select from platform.entity where fpx_seller_id = seller) into taken;
  end if;
  if taken then
    raise exception 'the seller % is somebody else''s', seller
      using errcode = 'unique_violation', constraint = 'entity_fpx_seller_id_key',
        table = 'entity', schema = 'platform';
  end if;
  return new;
end $$;
revoke execute on function platform.one_seller from public;
create trigger entity_one_seller before insert or update of fpx_seller_id on platform.entity
  for each row execute function platform.one_seller();
create trigger setting_one_seller before insert or update on platform.setting
  for each row when (new.key = 'issuer') execute function platform.one_seller();

-- Days on which no reminders are sent and no bank settles.
create table platform.closure_date (
  id uuid not null,
  name text not null,
  closed_on date not null,
  -- The same day every year; the year of closed_on is then ignored.
  yearly boolean not null default false,
  -- Null: the whole country.
  state text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint closure_date_pkey primary key (id),
  constraint closure_date_name_check check (char_length(name) between 2 and 100)
);
create unique index closure_date_day_key on platform.closure_date (closed_on, state, yearly) nulls not distinct;
-- Holidays of the whole country on the same day every year; those that move are entered each year.
insert into platform.closure_date (id, name, closed_on, yearly) values
  ('0198f000-0000-7000-8000-000000000501', 'Hari Pekerja', '2026-05-01', true),
  ('0198f000-0000-7000-8000-000000000831', 'Hari Kebangsaan', '2026-08-31', true),
  ('0198f000-0000-7000-8000-000000000916', 'Hari Malaysia', '2026-09-16', true),
  ('0198f000-0000-7000-8000-000000001225', 'Hari Krismas', '2026-12-25', true);
grant select, insert, update, delete on platform.closure_date to lunas_platform;
grant select on platform.closure_date to lunas_tenant;

-- The public half of every key that papers were ever signed with, so that an old paper can always be verified.
create table platform.signing_key (
  id text not null,
  -- Ed25519 (RFC 8032).
  public_key bytea not null,
  created_at timestamptz not null default now(),
  constraint signing_key_pkey primary key (id),
  constraint signing_key_public_key_check check (octet_length(public_key) = 32)
);
grant select on platform.signing_key to lunas_platform, lunas_tenant;
`)
    .execute(db)
}
