import { type Kysely, sql } from 'kysely'
import { operatorRows } from './row-security.ts'

/**
 * What the platform sells: packages, subscriptions, registrations of new organisations, and the platform's own
 * invoices.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table platform.number_series (
  kind text not null,
  period text not null,
  last_no integer not null,
  constraint number_series_pkey primary key (kind, period),
  constraint number_series_kind_check check (kind in ('invoice','registration','payout'))
);
grant select, insert, update, delete on platform.number_series to lunas_platform;

-- Numbers without gaps: the counter's row stays locked until the transaction that uses the number ends. An
-- organisation's role gets a number here and cannot touch the counter in any other way.
create function platform.next_number(wanted text, in_period text) returns integer language sql
  security definer set search_path = ''
  as $$ insert into platform.number_series as series (kind, period, last_no) values (wanted, in_period, 1)
    on conflict (kind, period) do update set last_no = series.last_no + 1 returning last_no $$;
revoke execute on function platform.next_number from public;
grant execute on function platform.next_number to lunas_platform, lunas_tenant;

-- What a package can switch on. The code knows what a feature does and the language files what it is called; this
-- table only says whether it is available.
create table platform.feature (
  code text not null,
  status text not null default 'active',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  constraint feature_pkey primary key (code),
  constraint feature_status_check check (status in ('active','inactive'))
);
-- What the product does not do yet is not for sale; the migration that adds it makes it active.
insert into platform.feature (code, status) values
  ('invoicing', 'active'), ('recurring', 'active'), ('discount_rules', 'active'), ('fpx', 'active'),
  ('fpx_b2b1', 'active'), ('chip', 'active'), ('cash', 'active'), ('bank_transfer', 'active'),
  ('statement_matching', 'active'), ('online_registration', 'active'), ('infaq', 'active'), ('zakat', 'active'),
  ('custom_domain', 'active'), ('custom_smtp', 'active'), ('label_override', 'active'), ('branches', 'active'),
  ('audit_export', 'active'), ('tenant_export', 'active'),
  ('attendance', 'inactive'), ('trainer_pay', 'inactive'), ('announcement_sms', 'inactive'),
  ('announcement_whatsapp', 'inactive'), ('reports_basic', 'inactive'), ('reports_full', 'inactive'),
  ('einvoice', 'inactive'), ('einvoice_selfbilled', 'inactive'), ('api', 'inactive');
grant select, insert, update, delete on platform.feature to lunas_platform;
grant select on platform.feature to lunas_tenant;

-- What the platform sells to organisations.
create table platform.package (
  id uuid not null,
  code text not null,
  name text not null,
  description text,
  registration_fee_sen bigint not null default 0,
  yearly_fee_sen bigint not null default 0,
  -- What an FPX payment costs, for a person (B2C) and for a company (B2B1).
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
  constraint package_fees_check check (
    registration_fee_sen >= 0 and yearly_fee_sen >= 0 and transaction_fee_sen >= 0 and transaction_fee_b2b1_sen >= 0),
  constraint package_included_credit_check check (included_credit >= 0),
  constraint package_limits_check
    check (student_limit >= 0 and branch_limit >= 0 and staff_limit >= 0 and storage_mb >= 0),
  constraint package_trial_days_check check (trial_days >= 0),
  constraint package_status_check check (status in ('active','inactive'))
);
create unique index package_code_key on platform.package (lower(code));
${operatorRows('package')}
grant select, insert, update, delete on platform.package to lunas_platform;
grant select on platform.package to lunas_tenant;

create table platform.package_feature (
  package_id uuid not null,
  feature_code text not null,
  constraint package_feature_pkey primary key (package_id, feature_code),
  constraint package_feature_package_id_fkey foreign key (package_id)
    references platform.package (id) on delete cascade,
  constraint package_feature_feature_code_fkey foreign key (feature_code) references platform.feature (code)
);
grant select, insert, update, delete on platform.package_feature to lunas_platform;
grant select on platform.package_feature to lunas_tenant;

create table platform.subscription (
  id uuid not null,
  entity_id uuid not null,
  package_id uuid not null,
  starts_on date not null,
  expires_on date not null,
  -- A cheaper package begins when the current one ends.
  next_package_id uuid,
  next_package_on date,
  -- Message credits.
  credit integer not null default 0,
  -- Since when few credits are left and that was told; null again once enough were added.
  credit_warned_at timestamptz,
  status text not null default 'active',
  auto_renew boolean not null default true,
  -- The last expiry day for which a renewal invoice was created automatically.
  renewal_asked_for date,
  -- The last expiry day for which a notice was sent, and how many days before it.
  noticed_for date,
  noticed_days integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint subscription_pkey primary key (id),
  constraint subscription_entity_id_key unique (entity_id),
  constraint subscription_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint subscription_package_id_fkey foreign key (package_id) references platform.package (id),
  constraint subscription_next_package_id_fkey foreign key (next_package_id) references platform.package (id),
  constraint subscription_credit_check check (credit >= 0),
  constraint subscription_expires_on_check check (expires_on >= starts_on),
  constraint subscription_status_check check (status in ('trial','active','grace','limited','ended')),
  constraint subscription_next_check check ((next_package_id is null) = (next_package_on is null)),
  constraint subscription_noticed_check check ((noticed_for is null) = (noticed_days is null))
);
${operatorRows('subscription')}
create policy subscription_tenant on platform.subscription for select to lunas_tenant
  using (entity_id = (select platform.current_entity()));
create policy subscription_tenant_edit on platform.subscription for update to lunas_tenant
  using (entity_id = (select platform.current_entity())) with check (entity_id = (select platform.current_entity()));
grant select, insert, update, delete on platform.subscription to lunas_platform;
grant select, update (auto_renew, version, updated_at) on platform.subscription to lunas_tenant;

-- After platform.subscription, which it reads.
create policy package_tenant on platform.package for select to lunas_tenant using (
  is_public or id in (
    select package_id from platform.subscription union all select next_package_id from platform.subscription));

-- The features of an organisation; without a subscription it has all that are available.
create function platform.features_of(of_entity uuid) returns text[] language sql stable set search_path = ''
  as $$ select coalesce(array_agg(code order by code), '{}') from platform.feature where status = 'active' and (
    not exists (select from platform.subscription where entity_id = of_entity)
    or exists (select from platform.subscription join platform.package_feature using (package_id)
      where entity_id = of_entity and feature_code = code)) $$;
create function platform.has_feature(wanted text) returns boolean language sql stable set search_path = ''
  as $$ select wanted = any (platform.features_of(platform.current_entity())) $$;
revoke execute on function platform.features_of, platform.has_feature from public;
grant execute on function platform.features_of, platform.has_feature to lunas_platform, lunas_tenant;

-- A request to become an organisation. An operator approves it and a job then creates the organisation.
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
  approval_asked_at timestamptz,
  approved_by uuid,
  -- Why the job gave up; the operator approves again or rejects.
  approval_fault text,
  decided_by uuid,
  decided_at timestamptz,
  reject_reason text,
  entity_id uuid,
  -- When the contact was last written to.
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
  constraint entity_registration_organisation_type_check
    check (organisation_type in ('school','tuition','kindergarten','nursery','tahfiz','ngo','club','other')),
  constraint entity_registration_locale_check check (locale in ('en','my')),
  constraint entity_registration_status_check check (status in ('pending','approved','rejected')),
  constraint entity_registration_approval_check check ((approval_asked_at is null) = (approved_by is null)),
  constraint entity_registration_approved_check check (status <> 'approved' or entity_id is not null)
);
create unique index entity_registration_subdomain_key on platform.entity_registration (subdomain)
  where status = 'pending';
create index entity_registration_created_at_idx on platform.entity_registration (created_at desc);
create index entity_registration_status_idx on platform.entity_registration (status, created_at desc);
${operatorRows('entity_registration')}
grant select, insert, update, delete on platform.entity_registration to lunas_platform;

-- A registration that is not submitted yet.
create table platform.entity_registration_draft (
  id uuid not null,
  -- The code itself is only in the link and cookie of whoever began.
  code_hash bytea not null,
  answers_sealed text not null,
  -- The step that was answered last.
  step text not null,
  locale text not null,
  -- Set once it is submitted; the answers are then deleted.
  registration_id uuid,
  expires_at timestamptz not null,
  ip text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint entity_registration_draft_pkey primary key (id),
  constraint entity_registration_draft_code_hash_key unique (code_hash),
  constraint entity_registration_draft_registration_id_key unique (registration_id),
  constraint entity_registration_draft_registration_id_fkey foreign key (registration_id)
    references platform.entity_registration (id),
  constraint entity_registration_draft_locale_check check (locale in ('en','my'))
);
create index entity_registration_draft_expires_at_idx on platform.entity_registration_draft (expires_at);
${operatorRows('entity_registration_draft')}
grant select, insert, update, delete on platform.entity_registration_draft to lunas_platform;

-- Belongs to the draft until it is submitted, then to the registration.
create table platform.entity_registration_file (
  id uuid not null,
  draft_id uuid,
  registration_id uuid,
  kind text not null,
  storage_key text not null,
  name text not null,
  content_type text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  created_at timestamptz not null default now(),
  constraint entity_registration_file_pkey primary key (id),
  constraint entity_registration_file_draft_id_fkey foreign key (draft_id)
    references platform.entity_registration_draft (id),
  constraint entity_registration_file_registration_id_fkey foreign key (registration_id)
    references platform.entity_registration (id),
  constraint entity_registration_file_owner_check check (num_nonnulls(draft_id, registration_id) = 1),
  constraint entity_registration_file_kind_check check (kind in ('certificate','licence','bank_header','other')),
  constraint entity_registration_file_size_bytes_check check (size_bytes > 0)
);
create index entity_registration_file_draft_id_idx on platform.entity_registration_file (draft_id);
create index entity_registration_file_registration_id_idx on platform.entity_registration_file (registration_id);
${operatorRows('entity_registration_file')}
grant select, insert, update, delete on platform.entity_registration_file to lunas_platform;

-- A request to pay out to another bank account. An operator compares it with the bank's letter before the account
-- changes.
create table platform.entity_bank_change (
  id uuid not null,
  entity_id uuid not null default platform.current_entity(),
  bank_code text not null,
  bank_name text not null,
  account_name text not null,
  account_number_sealed text not null,
  last_four text not null,
  -- The bank's letter in the organisation's file store; null when it is among the documents of a registration.
  letter_key text,
  letter_type text,
  letter_bytes integer,
  registration_id uuid,
  status text not null default 'pending',
  -- Null when it came with a registration.
  asked_by uuid,
  asker text not null,
  asked_at timestamptz not null default now(),
  decided_by uuid,
  decider text,
  decided_at timestamptz,
  decision_reason text,
  version integer not null default 1,
  constraint entity_bank_change_pkey primary key (id),
  constraint entity_bank_change_entity_id_fkey foreign key (entity_id)
    references platform.entity (id) on delete cascade,
  constraint entity_bank_change_registration_id_fkey foreign key (registration_id)
    references platform.entity_registration (id) on delete set null,
  constraint entity_bank_change_account_name_check check (char_length(account_name) between 2 and 150),
  constraint entity_bank_change_last_four_check check (last_four ~ '^[0-9]{4}$'),
  constraint entity_bank_change_letter_check check (num_nonnulls(letter_key, letter_type, letter_bytes) in (0, 3)),
  constraint entity_bank_change_letter_type_check check (letter_type in ('application/pdf','image/jpeg')),
  constraint entity_bank_change_status_check check (status in ('pending','confirmed','refused','withdrawn')),
  constraint entity_bank_change_decided_check check ((status in ('confirmed','refused')) = (decided_at is not null)),
  constraint entity_bank_change_refused_check
    check (status <> 'refused' or char_length(decision_reason) between 10 and 300)
);
create index entity_bank_change_asked_at_idx on platform.entity_bank_change (asked_at desc, id desc);
create index entity_bank_change_entity_id_idx on platform.entity_bank_change (entity_id, id desc);
create unique index entity_bank_change_open_key on platform.entity_bank_change (entity_id) where status = 'pending';
${operatorRows('entity_bank_change')}
create policy entity_bank_change_tenant_read on platform.entity_bank_change for select to lunas_tenant
  using (entity_id = (select platform.current_entity()));
create policy entity_bank_change_tenant_ask on platform.entity_bank_change for insert to lunas_tenant
  with check (entity_id = (select platform.current_entity()) and status = 'pending');
create policy entity_bank_change_tenant_withdraw on platform.entity_bank_change for update to lunas_tenant
  using (entity_id = (select platform.current_entity()) and status = 'pending')
  with check (entity_id = (select platform.current_entity()) and status in ('pending','withdrawn'));
grant select, insert, update, delete on platform.entity_bank_change to lunas_platform;
-- An organisation may withdraw its request, and change nothing else.
grant select, insert, update (status, version) on platform.entity_bank_change to lunas_tenant;

-- What an organisation, or someone registering one, owes the platform.
create table platform.platform_invoice (
  id uuid not null,
  number text not null,
  -- Whoever has the code can pay the invoice without an account.
  public_code text not null default platform.new_public_code(),
  entity_id uuid,
  registration_id uuid,
  kind text not null,
  package_id uuid,
  years integer,
  -- Of CHIP fees: the first day of the month.
  period date,
  issued_on date not null,
  due_on date not null,
  sub_total_sen bigint not null,
  tax_rate_bp integer not null default 0,
  tax_sen bigint not null default 0,
  total_sen bigint not null,
  -- How the organisation means to pay, then how it paid.
  method text,
  reference text,
  bank_name text,
  status text not null default 'unpaid',
  locked_until timestamptz,
  locked_by_attempt_id uuid,
  paid_on date,
  refunded_on date,
  refund_reference text,
  cancelled_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  constraint platform_invoice_pkey primary key (id),
  constraint platform_invoice_number_key unique (number),
  constraint platform_invoice_public_code_key unique (public_code),
  constraint platform_invoice_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint platform_invoice_registration_id_fkey foreign key (registration_id)
    references platform.entity_registration (id),
  constraint platform_invoice_package_id_fkey foreign key (package_id) references platform.package (id),
  constraint platform_invoice_debtor_check check (num_nonnulls(entity_id, registration_id) >= 1),
  constraint platform_invoice_kind_check
    check (kind in ('registration','renewal','upgrade','chip_fee','credit_topup','domain')),
  constraint platform_invoice_renewal_check
    check (kind <> 'renewal' or (package_id is not null and years between 1 and 3)),
  constraint platform_invoice_total_check
    check (total_sen = sub_total_sen + tax_sen and sub_total_sen > 0 and tax_sen >= 0),
  constraint platform_invoice_method_check check (method in ('fpx','bank_transfer')),
  constraint platform_invoice_status_check check (status in ('unpaid','pending','paid','cancelled','refunded')),
  constraint platform_invoice_paid_check check ((status in ('paid','refunded')) = (paid_on is not null)),
  constraint platform_invoice_refunded_check check (
    num_nonnulls(refunded_on, refund_reference) = case status when 'refunded' then 2 else 0 end),
  constraint platform_invoice_upgrade_check check (kind <> 'upgrade' or (package_id is not null and years is null)),
  constraint platform_invoice_cancelled_check check (
    cancelled_reason is null or (status = 'cancelled' and char_length(cancelled_reason) between 1 and 300)),
  constraint platform_invoice_locked_check check ((locked_by_attempt_id is null) = (locked_until is null)
    and (locked_by_attempt_id is null or status = 'pending')),
  constraint platform_invoice_period_check check ((kind = 'chip_fee') = (period is not null)
    and (period is null or (extract(day from period) = 1 and entity_id is not null)))
);
create index platform_invoice_entity_id_idx on platform.platform_invoice (entity_id, issued_on desc);
create index platform_invoice_issued_on_idx on platform.platform_invoice (issued_on desc, id desc);
-- One open invoice at a time that changes the subscription: an upgrade is priced by the last day, which a renewal
-- moves.
create unique index platform_invoice_open_renewal_key on platform.platform_invoice (entity_id)
  where kind in ('renewal','upgrade') and status in ('unpaid','pending');
-- One a month, even when it was cancelled.
create unique index platform_invoice_chip_fee_key on platform.platform_invoice (entity_id, period)
  where kind = 'chip_fee';
${operatorRows('platform_invoice')}
create policy platform_invoice_tenant on platform.platform_invoice for select to lunas_tenant
  using (entity_id = (select platform.current_entity()));
-- An organisation creates invoices to renew or upgrade; who says that they are paid is somebody else.
create policy platform_invoice_tenant_renews on platform.platform_invoice for insert to lunas_tenant
  with check (entity_id = (select platform.current_entity()) and kind in ('renewal','upgrade') and status = 'unpaid'
    and registration_id is null);
-- It may cancel one that it has not paid, and nothing else.
create policy platform_invoice_tenant_lets_go on platform.platform_invoice for update to lunas_tenant
  using (entity_id = (select platform.current_entity()) and kind in ('renewal','upgrade') and status = 'unpaid')
  with check (status = 'cancelled');
grant select, insert, update, delete on platform.platform_invoice to lunas_platform;
grant select, insert, update (status, cancelled_reason, version,
  updated_at) on platform.platform_invoice to lunas_tenant;

create table platform.platform_invoice_line (
  invoice_id uuid not null,
  position integer not null,
  description text not null,
  quantity integer not null,
  price_sen bigint not null,
  amount_sen bigint not null,
  -- What kind of revenue it is; null: it follows from the kind of the invoice.
  earns text,
  constraint platform_invoice_line_pkey primary key (invoice_id, position),
  constraint platform_invoice_line_invoice_id_fkey foreign key (invoice_id)
    references platform.platform_invoice (id) on delete cascade,
  constraint platform_invoice_line_amount_check
    check (quantity > 0 and price_sen >= 0 and amount_sen = quantity * price_sen),
  constraint platform_invoice_line_earns_check
    check (earns in ('registration_fee','yearly_fee','transaction_fee','credit_topup','adjustment'))
);
${operatorRows('platform_invoice_line')}
create policy platform_invoice_line_tenant on platform.platform_invoice_line to lunas_tenant
  using (invoice_id in (select id from platform.platform_invoice))
  with check (invoice_id in (select id from platform.platform_invoice where status = 'unpaid'));
grant select, insert, update, delete on platform.platform_invoice_line to lunas_platform;
grant select, insert on platform.platform_invoice_line to lunas_tenant;

-- Down to a package that costs nothing, from the end of the paid period. No payment of an invoice leads there, and an
-- organisation's role may write neither package nor date: it does this here and nothing else.
create function platform.choose_free_package(wanted uuid, at_version integer, today date) returns uuid language sql
  security definer set search_path = ''
as $$
  update platform.subscription set next_package_id = wanted, next_package_on = greatest(expires_on, today),
    version = version + 1, updated_at = now()
  where entity_id = platform.calling_entity() and version = at_version and next_package_id is null
    and exists (
      select from platform.package where id = wanted and status = 'active' and is_public and yearly_fee_sen = 0)
    and exists (
      select from platform.package as held where held.id = subscription.package_id and held.yearly_fee_sen > 0)
    and not exists (select from platform.platform_invoice as open where open.entity_id = subscription.entity_id
      and open.kind in ('registration','renewal','upgrade') and open.status in ('unpaid','pending'))
  returning id $$;

-- Takes that back while it has not begun; a cheaper package that was paid for stays.
create function platform.keep_package(at_version integer) returns uuid language sql
  security definer set search_path = ''
as $$
  update platform.subscription set next_package_id = null, next_package_on = null,
    version = version + 1, updated_at = now()
  where entity_id = platform.calling_entity() and version = at_version
    and exists (
      select from platform.package as next where next.id = subscription.next_package_id and next.yearly_fee_sen = 0)
  returning id $$;
revoke execute on function platform.choose_free_package, platform.keep_package from public;
grant execute on function platform.choose_free_package, platform.keep_package to lunas_tenant;

-- Payments to the platform through FPX. Same columns as an organisation's payment_attempt, so that the same code
-- handles both; a test compares them.
create table platform.payment_attempt (
  id uuid not null,
  order_no text not null,
  public_code text not null,
  purpose text not null default 'platform_invoice',
  gateway text not null,
  model text,
  bank_code text,
  bank_name text,
  buyer_name text,
  buyer_email text,
  amount_sen bigint not null,
  payer_fee_sen bigint not null default 0,
  tenant_fee_sen bigint not null default 0,
  state text not null default 'created',
  late_success boolean not null default false,
  review_reason text,
  request_fields jsonb not null default '{}',
  gateway_transaction_id text,
  gateway_transaction_at timestamptz,
  response_code text,
  bank_reference text,
  purchase_id text,
  checkout_url text,
  requested_at timestamptz not null default now(),
  sent_at timestamptz,
  responded_at timestamptz,
  given_up_at timestamptz,
  expires_at timestamptz not null,
  next_enquiry_at timestamptz,
  enquiries integer not null default 0,
  locale text not null default 'en',
  user_id uuid,
  ip text,
  user_agent text,
  constraint payment_attempt_pkey primary key (id),
  constraint payment_attempt_order_no_key unique (order_no),
  constraint payment_attempt_public_code_key unique (public_code),
  constraint payment_attempt_gateway_check check (gateway = 'fpx'),
  constraint payment_attempt_model_check check (model in ('B2C','B2B1')),
  constraint payment_attempt_purpose_check check (purpose = 'platform_invoice'),
  constraint payment_attempt_amount_sen_check check (amount_sen > 0),
  -- Paying the platform costs the payer no fee.
  constraint payment_attempt_fee_check check (payer_fee_sen = 0 and tenant_fee_sen = 0),
  constraint payment_attempt_state_check check (
    state in ('created','redirected','pending','awaiting_approval','paid','failed','cancelled','timed_out',
    'expired','needs_review'))
);
create index payment_attempt_requested_at_idx on platform.payment_attempt (requested_at desc, id desc);
${operatorRows('payment_attempt')}
grant select, insert, update on platform.payment_attempt to lunas_platform;

create table platform.platform_invoice_attempt (
  attempt_id uuid not null,
  invoice_id uuid not null,
  constraint platform_invoice_attempt_pkey primary key (attempt_id),
  constraint platform_invoice_attempt_attempt_id_fkey foreign key (attempt_id)
    references platform.payment_attempt (id),
  constraint platform_invoice_attempt_invoice_id_fkey foreign key (invoice_id)
    references platform.platform_invoice (id) on delete cascade
);
create index platform_invoice_attempt_invoice_id_idx on platform.platform_invoice_attempt (invoice_id);
${operatorRows('platform_invoice_attempt')}
grant select, insert on platform.platform_invoice_attempt to lunas_platform;
`)
    .execute(db)
}
