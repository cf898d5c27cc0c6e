import { type Kysely, sql } from 'kysely'

/**
 * What the platform sells to organisations: packages and their features, subscriptions, invoices of the platform;
 * organisations that have asked to be let in; and the keys by which a call of the API is done once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.entity add column header_banner_file text, add column background_file text;

create table platform.feature (
  code text not null,
  name text not null,
  description text,
  kind text not null default 'switch',
  unit text,
  status text not null default 'active',
  constraint feature_pkey primary key (code),
  constraint feature_kind_check check (kind in ('switch','limit','metered')),
  constraint feature_status_check check (status in ('active','inactive'))
);

create table platform.package (
  id uuid not null,
  code text not null,
  name text not null,
  description text,
  registration_fee_sen bigint not null default 0,
  yearly_fee_sen bigint not null default 0,
  -- What a payment through FPX costs, by a person and by a company.
  transaction_fee_sen bigint not null default 0,
  transaction_fee_b2b1_sen bigint not null default 0,
  included_credit integer not null default 0,
  -- Null: no limit.
  student_limit integer,
  branch_limit integer,
  staff_limit integer,
  storage_mb integer,
  trial_days integer not null default 0,
  is_public boolean not null default true,
  sort_order integer not null default 0,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint package_pkey primary key (id),
  constraint package_fees_check check (registration_fee_sen >= 0 and yearly_fee_sen >= 0 and transaction_fee_sen >= 0 and transaction_fee_b2b1_sen >= 0),
  constraint package_included_credit_check check (included_credit >= 0),
  constraint package_limits_check check (student_limit >= 0 and branch_limit >= 0 and staff_limit >= 0 and storage_mb >= 0),
  constraint package_trial_days_check check (trial_days >= 0),
  constraint package_status_check check (status in ('active','inactive'))
);
create unique index package_code_key on platform.package (lower(code));

create table platform.package_feature (
  package_id uuid not null,
  feature_code text not null,
  -- How much of a feature that is a limit or metered.
  value integer,
  constraint package_feature_pkey primary key (package_id, feature_code),
  constraint package_feature_package_id_fkey foreign key (package_id) references platform.package (id) on delete cascade,
  constraint package_feature_feature_code_fkey foreign key (feature_code) references platform.feature (code)
);

create table platform.subscription (
  id uuid not null,
  entity_id uuid not null,
  package_id uuid not null,
  starts_on date not null,
  expires_on date not null,
  -- Message credits.
  credit integer not null default 0,
  status text not null default 'active',
  auto_renew boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint subscription_pkey primary key (id),
  constraint subscription_entity_id_key unique (entity_id),
  constraint subscription_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint subscription_package_id_fkey foreign key (package_id) references platform.package (id),
  constraint subscription_credit_check check (credit >= 0),
  constraint subscription_expires_on_check check (expires_on >= starts_on),
  constraint subscription_status_check check (status in ('trial','active','grace','limited','ended'))
);

create table platform.entity_registration (
  id uuid not null,
  reference text not null,
  package_id uuid not null,
  subdomain text not null,
  organisation_name text not null,
  company_name text not null,
  registration_number text not null,
  organisation_type text not null,
  contact_name text not null,
  contact_phone text not null,
  contact_email text not null,
  address_line1 text not null,
  address_line2 text,
  address_line3 text,
  city text not null,
  state text not null,
  postcode text not null,
  country text not null default 'MY',
  bank_code text not null,
  bank_name text not null,
  account_name text not null,
  account_number_sealed text not null,
  smtp_host text,
  smtp_port integer,
  smtp_username text,
  smtp_password_sealed text,
  smtp_sender_name text,
  smtp_sender_email text,
  custom_domain text,
  gateway_brand_id text,
  gateway_secret_sealed text,
  locale text not null default 'en',
  agreed_terms_version text not null,
  status text not null default 'pending',
  -- Until then nobody else gets the subdomain.
  reserved_until timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  reject_reason text,
  entity_id uuid,
  -- When the contact was written to.
  mailed_at timestamptz,
  ip text,
  user_agent text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint entity_registration_pkey primary key (id),
  constraint entity_registration_reference_key unique (reference),
  constraint entity_registration_package_id_fkey foreign key (package_id) references platform.package (id),
  constraint entity_registration_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint entity_registration_organisation_type_check check (organisation_type in ('school','tuition','kindergarten','nursery','tahfiz','ngo','club','other')),
  constraint entity_registration_locale_check check (locale in ('en','my')),
  constraint entity_registration_status_check check (status in ('pending','approved','rejected'))
);
create unique index entity_registration_subdomain_key on platform.entity_registration (subdomain) where status = 'pending';
create index entity_registration_created_at_idx on platform.entity_registration (created_at desc);

-- What an organisation, or one that wants to become one, owes the platform.
create table platform.platform_invoice (
  id uuid not null,
  number text not null,
  entity_id uuid,
  registration_id uuid,
  kind text not null,
  package_id uuid,
  years integer,
  issued_on date not null,
  due_on date not null,
  sub_total_sen bigint not null,
  tax_rate_bp integer not null default 0,
  tax_sen bigint not null default 0,
  total_sen bigint not null,
  -- How the organisation means to pay, then how it paid.
  method text,
  reference text,
  status text not null default 'unpaid',
  paid_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  constraint platform_invoice_pkey primary key (id),
  constraint platform_invoice_number_key unique (number),
  constraint platform_invoice_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint platform_invoice_registration_id_fkey foreign key (registration_id) references platform.entity_registration (id),
  constraint platform_invoice_package_id_fkey foreign key (package_id) references platform.package (id),
  constraint platform_invoice_debtor_check check (num_nonnulls(entity_id, registration_id) >= 1),
  constraint platform_invoice_kind_check check (kind in ('registration','renewal','credit_topup','domain')),
  constraint platform_invoice_renewal_check check (kind <> 'renewal' or (package_id is not null and years between 1 and 3)),
  constraint platform_invoice_total_check check (total_sen = sub_total_sen + tax_sen and sub_total_sen > 0 and tax_sen >= 0),
  constraint platform_invoice_method_check check (method in ('fpx','bank_transfer')),
  constraint platform_invoice_status_check check (status in ('unpaid','pending','paid','cancelled')),
  constraint platform_invoice_paid_check check ((status = 'paid') = (paid_on is not null))
);
create index platform_invoice_entity_id_idx on platform.platform_invoice (entity_id, issued_on desc);
-- One renewal at a time: a second one would be paid by mistake.
create unique index platform_invoice_open_renewal_key on platform.platform_invoice (entity_id)
  where kind = 'renewal' and status in ('unpaid','pending');

create table platform.platform_invoice_line (
  invoice_id uuid not null,
  position integer not null,
  description text not null,
  quantity integer not null,
  price_sen bigint not null,
  amount_sen bigint not null,
  constraint platform_invoice_line_pkey primary key (invoice_id, position),
  constraint platform_invoice_line_invoice_id_fkey foreign key (invoice_id) references platform.platform_invoice (id) on delete cascade,
  constraint platform_invoice_line_amount_check check (quantity > 0 and price_sen >= 0 and amount_sen = quantity * price_sen)
);

create table platform.number_series (
  kind text not null,
  period text not null,
  last_no integer not null,
  constraint number_series_pkey primary key (kind, period),
  constraint number_series_kind_check check (kind in ('invoice','registration'))
);

-- Numbers of the platform without gaps: the row is locked until the transaction that uses the number ends. A tenant's
-- role gets its number here and can touch the counter in no other way.
create function platform.next_number(wanted text, in_period text) returns integer language sql
  security definer set search_path = ''
  as $$ insert into platform.number_series as series (kind, period, last_no) values (wanted, in_period, 1)
    on conflict (kind, period) do update set last_no = series.last_no + 1 returning last_no $$;

-- What a call with an Idempotency-Key has answered. No answer yet: it is being done.
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

grant select, insert, update, delete on platform.feature, platform.package, platform.package_feature, platform.subscription,
  platform.entity_registration, platform.platform_invoice, platform.platform_invoice_line, platform.number_series,
  platform.idempotency_key to lunas_platform;
revoke execute on function platform.next_number from public;
grant execute on function platform.next_number to lunas_platform, lunas_tenant;
grant select on platform.feature, platform.package, platform.package_feature, platform.subscription, platform.setting to lunas_tenant;
grant select, insert on platform.platform_invoice, platform.platform_invoice_line to lunas_tenant;
grant select, insert, update, delete on platform.idempotency_key to lunas_tenant;

-- What an organisation may say of itself. Its subdomain, status, bank account and seller id are not among it.
grant update (name, company_name, registration_number, licence_no, nametag, contact_name, contact_phone, contact_email,
  address_line1, address_line2, address_line3, city, state, postcode, theme_colour, default_locale, tax_registered,
  sst_number, academic_year_start_month, smtp_host, smtp_port, smtp_username, smtp_password_sealed, smtp_sender_name,
  smtp_sender_email, smtp_status, version, updated_at) on platform.entity to lunas_tenant;
create policy entity_tenant_edit on platform.entity for update to lunas_tenant
  using (role_name = current_user) with check (role_name = current_user);

-- Settings of the platform are its own but for the tax on its invoices.
alter table platform.setting enable row level security;
create policy setting_platform on platform.setting to lunas_platform using (true) with check (true);
create policy setting_tenant on platform.setting for select to lunas_tenant using (key = 'service_tax');

alter table platform.package enable row level security;
create policy package_platform on platform.package to lunas_platform using (true) with check (true);
create policy package_tenant on platform.package for select to lunas_tenant using (is_public or id in (select package_id from platform.subscription));

alter table platform.subscription enable row level security;
create policy subscription_platform on platform.subscription to lunas_platform using (true) with check (true);
create policy subscription_tenant on platform.subscription for select to lunas_tenant using (entity_id = (select platform.current_entity()));

alter table platform.entity_registration enable row level security;
create policy entity_registration_platform on platform.entity_registration to lunas_platform using (true) with check (true);

alter table platform.platform_invoice enable row level security;
create policy platform_invoice_platform on platform.platform_invoice to lunas_platform using (true) with check (true);
create policy platform_invoice_tenant on platform.platform_invoice for select to lunas_tenant using (entity_id = (select platform.current_entity()));
-- An organisation asks for a renewal; that it is paid somebody else says.
create policy platform_invoice_tenant_renews on platform.platform_invoice for insert to lunas_tenant
  with check (entity_id = (select platform.current_entity()) and kind = 'renewal' and status = 'unpaid' and registration_id is null);

alter table platform.platform_invoice_line enable row level security;
create policy platform_invoice_line_platform on platform.platform_invoice_line to lunas_platform using (true) with check (true);
create policy platform_invoice_line_tenant on platform.platform_invoice_line to lunas_tenant
  using (invoice_id in (select id from platform.platform_invoice)) with check (invoice_id in (select id from platform.platform_invoice where status = 'unpaid'));

alter table platform.idempotency_key enable row level security;
create policy idempotency_key_platform on platform.idempotency_key to lunas_platform using (true) with check (true);
create policy idempotency_key_tenant on platform.idempotency_key to lunas_tenant
  using (entity_id = (select platform.current_entity())) with check (entity_id = (select platform.current_entity()));
`)
    .execute(db)
}
