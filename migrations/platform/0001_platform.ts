import { type Kysely, sql } from 'kysely'

/**
 * The platform: organisations, operators, the codes that lead to a tenant, the money book over all tenants,
 * and the outbox. What a tenant's role may see of it is said by row-level security at the end.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table platform.entity (
  id uuid not null,
  name text not null,
  subdomain text not null,
  schema_name text not null,
  role_name text not null,
  schema_version integer not null default 0,
  custom_domain text,
  custom_domain_status text not null default 'not_set',
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
  contact_name text not null,
  contact_phone text not null,
  contact_email text not null,
  address_line1 text,
  address_line2 text,
  address_line3 text,
  city text,
  state text,
  postcode text,
  country text not null default 'MY',
  logo_file text,
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
  smtp_sender_name text,
  smtp_sender_email text,
  smtp_status text not null default 'not_setup',
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint entity_pkey primary key (id),
  constraint entity_subdomain_key unique (subdomain),
  constraint entity_schema_name_key unique (schema_name),
  constraint entity_role_name_key unique (role_name),
  constraint entity_custom_domain_key unique (custom_domain),
  constraint entity_subdomain_check check (subdomain ~ '^[a-z]([a-z0-9]|-[a-z0-9]){1,28}[a-z0-9]?$'),
  constraint entity_schema_name_check check (schema_name ~ '^t_[a-z0-9_]{3,50}$'),
  constraint entity_organisation_type_check check (organisation_type in ('school','tuition','kindergarten','nursery','tahfiz','ngo','club','other')),
  constraint entity_custom_domain_status_check check (custom_domain_status in ('not_set','pending','verified','failed')),
  constraint entity_bank_status_check check (bank_status in ('unverified','pending','verified','rejected')),
  constraint entity_smtp_status_check check (smtp_status in ('not_setup','entered','tested','verified','failed')),
  constraint entity_default_locale_check check (default_locale in ('en','my')),
  constraint entity_theme_colour_check check (theme_colour ~ '^#[0-9a-f]{6}$'),
  constraint entity_academic_year_start_month_check check (academic_year_start_month between 1 and 12),
  constraint entity_status_check check (status in ('active','inactive'))
);

create table platform.operator (
  id uuid not null,
  email text not null,
  name text not null,
  phone text,
  password_hash text,
  role text not null,
  locale text not null default 'en',
  totp_secret_sealed text,
  status text not null default 'active',
  last_login_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint operator_pkey primary key (id),
  constraint operator_role_check check (role in ('owner','finance','support','auditor')),
  constraint operator_locale_check check (locale in ('en','my')),
  constraint operator_status_check check (status in ('active','inactive'))
);
create unique index operator_email_key on platform.operator (lower(email));

create table platform.operator_session (
  token_hash bytea not null,
  id uuid not null,
  operator_id uuid not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  ip text,
  user_agent text,
  constraint operator_session_pkey primary key (token_hash),
  constraint operator_session_id_key unique (id),
  constraint operator_session_operator_id_fkey foreign key (operator_id) references platform.operator (id) on delete cascade
);
create index operator_session_operator_id_idx on platform.operator_session (operator_id);

create table platform.login_log (
  id uuid not null,
  at timestamptz not null default now(),
  operator_id uuid,
  method text not null,
  result text not null,
  ip text,
  user_agent text,
  constraint login_log_pkey primary key (id)
);
create index login_log_operator_id_idx on platform.login_log (operator_id, at desc);

create table platform.audit_log (
  id uuid not null,
  position bigint generated always as identity,
  at timestamptz not null default now(),
  actor_type text not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  object_type text not null,
  object_id text,
  entity_id uuid,
  before jsonb,
  after jsonb,
  ip text,
  user_agent text,
  request_id text,
  constraint audit_log_pkey primary key (id),
  constraint audit_log_position_key unique (position)
);
create index audit_log_object_idx on platform.audit_log (object_type, object_id);

-- Unguessable codes of public pages; leads from the main host to the tenant that owns the code.
create table platform.public_code (
  code text not null,
  entity_id uuid not null,
  kind text not null,
  created_at timestamptz not null default now(),
  constraint public_code_pkey primary key (code),
  constraint public_code_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint public_code_kind_check check (kind in ('invoice','payment'))
);

-- FPX posts its answers to one address for all tenants; the exchange order number says whose it is.
create table platform.gateway_order (
  order_no text not null,
  entity_id uuid not null,
  attempt_id uuid not null,
  gateway text not null,
  -- When the gateway is asked about it next; null once there is nothing left to ask.
  next_enquiry_at timestamptz,
  created_at timestamptz not null default now(),
  constraint gateway_order_pkey primary key (order_no),
  constraint gateway_order_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint gateway_order_gateway_check check (gateway in ('fpx','chip'))
);
create index gateway_order_next_enquiry_at_idx on platform.gateway_order (next_enquiry_at) where next_enquiry_at is not null;

create table platform.gateway_message (
  id uuid not null,
  entity_id uuid,
  attempt_id uuid,
  gateway text not null,
  kind text not null,
  raw_body bytea not null,
  body_sha256 bytea not null,
  verified boolean not null,
  certificate_fingerprint text,
  response_code text,
  outcome text not null,
  note text,
  ip text,
  request_id text,
  received_at timestamptz not null default now(),
  constraint gateway_message_pkey primary key (id),
  constraint gateway_message_kind_check check (kind in ('direct','indirect','enquiry','webhook','callback'))
);
create index gateway_message_attempt_id_idx on platform.gateway_message (attempt_id);
create index gateway_message_received_at_idx on platform.gateway_message (received_at desc);
-- Messages that belong to nobody: few, and an operator must look at them.
create index gateway_message_unmatched_idx on platform.gateway_message (received_at desc) where entity_id is null;

-- One row for each success of money in, written in the same transaction as the tenant's collection row.
create table platform.ledger (
  id uuid not null,
  entity_id uuid not null,
  collection_id uuid not null,
  collected_on date not null,
  source text not null,
  method text not null,
  reference text not null,
  gateway_transaction_id text,
  gross_sen bigint not null,
  payer_fee_sen bigint not null default 0,
  tenant_fee_sen bigint not null default 0,
  net_sen bigint not null,
  settles_on date,
  payout_id uuid,
  status text not null default 'collected',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint ledger_pkey primary key (id),
  constraint ledger_entity_id_collection_id_key unique (entity_id, collection_id),
  constraint ledger_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint ledger_source_check check (source in ('invoice','infaq','zakat','credit_topup','subscription')),
  constraint ledger_method_check check (method in ('fpx','chip','cash','bank_transfer')),
  constraint ledger_status_check check (status in ('collected','settled','paid_out','reversed')),
  constraint ledger_net_sen_check check (net_sen = gross_sen - payer_fee_sen - tenant_fee_sen),
  constraint ledger_gross_sen_check check (gross_sen > 0)
);
create index ledger_collected_on_idx on platform.ledger (collected_on desc, id desc);
create index ledger_entity_id_collected_on_idx on platform.ledger (entity_id, collected_on desc, id desc);

create table platform.outbox (
  id uuid not null,
  entity_id uuid,
  name text not null,
  payload jsonb not null,
  run_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint outbox_pkey primary key (id)
);
create index outbox_run_at_idx on platform.outbox (run_at);

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

create table platform.setting (
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  constraint setting_pkey primary key (key)
);

-- Counters of rate limits; losing them in a crash is fine, so they skip the write-ahead log.
create unlogged table platform.rate_limit (
  key text not null,
  entity_id uuid,
  points integer not null default 0,
  expire bigint,
  constraint rate_limit_entity_id_key_key unique nulls not distinct (entity_id, key)
);

-- The organisation whose role this transaction has taken on; null for anybody else.
create function platform.current_entity() returns uuid language sql stable
  as $$ select id from platform.entity where role_name = current_user $$;

alter table platform.public_code alter column entity_id set default platform.current_entity();
alter table platform.gateway_order alter column entity_id set default platform.current_entity();
alter table platform.gateway_message alter column entity_id set default platform.current_entity();
alter table platform.ledger alter column entity_id set default platform.current_entity();
alter table platform.outbox alter column entity_id set default platform.current_entity();
alter table platform.rate_limit alter column entity_id set default platform.current_entity();

grant usage on schema platform to lunas_platform, lunas_tenant;
grant select, insert, update, delete on all tables in schema platform to lunas_platform;
revoke update, delete on platform.audit_log from lunas_platform;
grant execute on all functions in schema platform to lunas_platform, lunas_tenant;

grant select on platform.entity to lunas_tenant;
grant select, insert on platform.public_code, platform.gateway_order to lunas_tenant;
grant update (next_enquiry_at) on platform.gateway_order to lunas_tenant;
grant select, insert, update on platform.ledger to lunas_tenant;
grant select, insert on platform.gateway_message to lunas_tenant;
grant insert on platform.outbox to lunas_tenant;
grant select, insert, update, delete on platform.rate_limit to lunas_tenant;
`)
    .execute(db)
  await sql.raw(rowSecurity()).execute(db)
}

/** Row-level security: operators see all rows, a tenant's role its own, everybody else none. */
function rowSecurity(): string {
  const owned = ['public_code', 'gateway_order', 'gateway_message', 'ledger', 'outbox', 'rate_limit']
  return [
    'alter table platform.entity enable row level security;',
    'create policy entity_platform on platform.entity to lunas_platform using (true) with check (true);',
    'create policy entity_tenant on platform.entity for select to lunas_tenant using (role_name = current_user);',
    ...owned.flatMap((table) => [
      `alter table platform.${table} enable row level security;`,
      `create policy ${table}_platform on platform.${table} to lunas_platform using (true) with check (true);`,
      `create policy ${table}_tenant on platform.${table} to lunas_tenant using (entity_id = (select platform.current_entity())) with check (entity_id = (select platform.current_entity()));`,
    ]),
  ].join('\n')
}
