import { type Kysely, sql } from 'kysely'

/**
 * Invoices of the platform are paid through FPX, too. The platform's own attempts lie where those of an organisation lie in
 * its place: in a table of the same name and columns, so that the same code carries them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- The columns of an organisation's; a test holds both to that.
create table platform.payment_attempt (
  id uuid not null,
  order_no text not null,
  public_code text not null,
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
  requested_at timestamptz not null default now(),
  responded_at timestamptz,
  expires_at timestamptz not null,
  next_enquiry_at timestamptz,
  enquiries integer not null default 0,
  locale text not null default 'en',
  user_id uuid,
  ip text,
  user_agent text,
  given_up_at timestamptz,
  purchase_id text,
  checkout_url text,
  purpose text not null default 'platform_invoice',
  sent_at timestamptz,
  constraint payment_attempt_pkey primary key (id),
  constraint payment_attempt_order_no_key unique (order_no),
  constraint payment_attempt_public_code_key unique (public_code),
  constraint payment_attempt_gateway_check check (gateway = 'fpx'),
  constraint payment_attempt_model_check check (model in ('B2C','B2B1')),
  constraint payment_attempt_purpose_check check (purpose = 'platform_invoice'),
  constraint payment_attempt_amount_sen_check check (amount_sen > 0),
  -- Nobody pays a fee to the platform for paying the platform.
  constraint payment_attempt_fee_check check (payer_fee_sen = 0 and tenant_fee_sen = 0),
  constraint payment_attempt_state_check check (state in ('created','redirected','pending','awaiting_approval','paid','failed','cancelled','timed_out','expired','needs_review'))
);
create index payment_attempt_requested_at_idx on platform.payment_attempt (requested_at desc, id desc);

create table platform.platform_invoice_attempt (
  attempt_id uuid not null,
  invoice_id uuid not null,
  constraint platform_invoice_attempt_pkey primary key (attempt_id),
  constraint platform_invoice_attempt_attempt_id_fkey foreign key (attempt_id) references platform.payment_attempt (id),
  constraint platform_invoice_attempt_invoice_id_fkey foreign key (invoice_id) references platform.platform_invoice (id) on delete cascade
);
create index platform_invoice_attempt_invoice_id_idx on platform.platform_invoice_attempt (invoice_id);

alter table platform.payment_attempt enable row level security;
alter table platform.platform_invoice_attempt enable row level security;
create policy payment_attempt_platform on platform.payment_attempt to lunas_platform using (true) with check (true);
create policy platform_invoice_attempt_platform on platform.platform_invoice_attempt to lunas_platform using (true) with check (true);
grant select, insert, update on platform.payment_attempt to lunas_platform;
grant select, insert on platform.platform_invoice_attempt to lunas_platform;

-- 26 letters and digits as of every public page, 130 random bits.
create function platform.new_public_code() returns text language sql volatile as $$
  select string_agg(substr('abcdefghijkmnpqrstuvwxyz23456789', 1 + (get_byte(random.bytes, place) & 31), 1), '')
  from (select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes) as random,
    generate_series(0, 25) as place $$;
grant execute on function platform.new_public_code() to lunas_platform, lunas_tenant;

-- Whoever has its code may pay it, without an account, as an invoice of an organisation; and by what it was paid.
alter table platform.platform_invoice
  add column public_code text not null default platform.new_public_code(),
  add column bank_name text,
  add column locked_until timestamptz,
  add column locked_by_attempt_id uuid,
  add constraint platform_invoice_public_code_key unique (public_code),
  add constraint platform_invoice_locked_check check ((locked_by_attempt_id is null) = (locked_until is null)
    and (locked_by_attempt_id is null or status = 'pending'));
-- Null: the platform's own.
alter table platform.gateway_order alter column entity_id drop not null;
alter table platform.gateway_transaction alter column entity_id drop not null;

alter table platform.payment_exception
  drop constraint payment_exception_kind_check,
  add constraint payment_exception_kind_check check (kind in ('mismatch','second_debit','id_claimed','credited','contradicted','bank_problem','no_answer','approval_late','reversed','not_owed','orphan')),
  -- An orphan is of no attempt; what is of an attempt and of no organisation is the platform's.
  drop constraint payment_exception_orphan_check,
  add constraint payment_exception_orphan_check check ((kind = 'orphan') = (attempt_id is null) and (kind <> 'orphan' or entity_id is null));
`)
    .execute(db)
}
