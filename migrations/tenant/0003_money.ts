import { type Kysely, sql } from 'kysely'

/** Invoices, payments by any way, and the money-in book. Money rows are never deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- One row per kind of document and period, locked while a number is given: no gaps, no re-use.
create table number_series (
  kind text not null,
  period text not null,
  last_no integer not null default 0,
  constraint number_series_pkey primary key (kind, period)
);

create table invoice (
  id uuid not null,
  number text,
  public_code text not null,
  student_id uuid not null,
  payer_parent_id uuid not null,
  branch_id uuid not null,
  issued_on date,
  due_on date not null,
  period_key text,
  sub_total_sen bigint not null,
  discount_total_sen bigint not null default 0,
  tax_rate_bp integer not null default 0,
  tax_total_sen bigint not null default 0,
  total_sen bigint not null,
  paid_sen bigint not null default 0,
  balance_sen bigint not null generated always as (total_sen - paid_sen) stored,
  paid_on date,
  remark text,
  internal_note text,
  status text not null default 'draft',
  locked_until timestamptz,
  -- The attempt that holds the invoice; only it, or a person, gives the invoice back.
  locked_by_attempt_id uuid,
  cancel_reason text,
  cancelled_at timestamptz,
  cancelled_by uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint invoice_pkey primary key (id),
  constraint invoice_number_key unique (number),
  constraint invoice_public_code_key unique (public_code),
  constraint invoice_student_id_fkey foreign key (student_id) references student (id),
  constraint invoice_payer_parent_id_fkey foreign key (payer_parent_id) references parent (id),
  constraint invoice_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint invoice_status_check check (status in ('draft','unpaid','pending','paid','cancelled')),
  constraint invoice_number_check check ((number is null) = (status = 'draft')),
  constraint invoice_issued_on_check check ((issued_on is null) = (status = 'draft')),
  constraint invoice_due_on_check check (due_on >= issued_on),
  constraint invoice_tax_rate_bp_check check (tax_rate_bp between 0 and 10000),
  constraint invoice_total_sen_check check (total_sen = sub_total_sen + tax_total_sen and total_sen between 0 and 100000000),
  constraint invoice_paid_sen_check check (paid_sen between 0 and total_sen),
  constraint invoice_paid_check check (status <> 'paid' or paid_sen = total_sen)
);
create index invoice_issued_on_idx on invoice (issued_on desc, id desc);
create index invoice_due_on_idx on invoice (due_on) where status in ('unpaid','pending');
create index invoice_student_id_idx on invoice (student_id);
create index invoice_payer_parent_id_idx on invoice (payer_parent_id);
create index invoice_branch_id_idx on invoice (branch_id);

create table invoice_item (
  id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  subject_fee_id uuid,
  fee_type_id uuid,
  description text not null,
  period_starts_on date,
  period_ends_on date,
  quantity_hundredths integer not null default 100,
  price_sen bigint not null,
  discount_sen bigint not null default 0,
  discount_reason text,
  taxable boolean not null default false,
  tax_sen bigint not null default 0,
  amount_sen bigint not null,
  constraint invoice_item_pkey primary key (id),
  constraint invoice_item_invoice_id_position_key unique (invoice_id, position),
  constraint invoice_item_invoice_id_fkey foreign key (invoice_id) references invoice (id) on delete cascade,
  constraint invoice_item_subject_fee_id_fkey foreign key (subject_fee_id) references subject_fee (id),
  constraint invoice_item_fee_type_id_fkey foreign key (fee_type_id) references fee_type (id),
  constraint invoice_item_quantity_hundredths_check check (quantity_hundredths between 1 and 999999),
  constraint invoice_item_price_sen_check check (price_sen >= 0),
  constraint invoice_item_discount_sen_check check (discount_sen >= 0),
  constraint invoice_item_amount_sen_check check (amount_sen >= 0)
);

-- One try to pay through a gateway. It snapshots what it was meant to pay.
create table payment_attempt (
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
  -- The gateway's own time of the transaction, by which it is found at the bank.
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
  constraint payment_attempt_pkey primary key (id),
  constraint payment_attempt_order_no_key unique (order_no),
  constraint payment_attempt_public_code_key unique (public_code),
  constraint payment_attempt_gateway_check check (gateway in ('fpx','chip')),
  constraint payment_attempt_model_check check (model in ('B2C','B2B1')),
  constraint payment_attempt_amount_sen_check check (amount_sen > 0),
  constraint payment_attempt_state_check check (state in ('created','redirected','pending','awaiting_approval','paid','failed','cancelled','timed_out','expired','needs_review'))
);
create index payment_attempt_requested_at_idx on payment_attempt (requested_at desc, id desc);

create table payment_attempt_invoice (
  attempt_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  amount_sen bigint not null,
  constraint payment_attempt_invoice_pkey primary key (attempt_id, invoice_id),
  constraint payment_attempt_invoice_attempt_id_fkey foreign key (attempt_id) references payment_attempt (id),
  constraint payment_attempt_invoice_invoice_id_fkey foreign key (invoice_id) references invoice (id),
  constraint payment_attempt_invoice_amount_sen_check check (amount_sen > 0)
);
create index payment_attempt_invoice_invoice_id_idx on payment_attempt_invoice (invoice_id);

create table payment (
  id uuid not null,
  number text not null,
  public_code text not null,
  method text not null,
  paid_on date not null,
  amount_sen bigint not null,
  payer_fee_sen bigint not null default 0,
  reference_no text,
  bank_batch_reference text,
  attempt_id uuid,
  gateway text,
  gateway_environment text,
  gateway_transaction_id text,
  gateway_order_no text,
  gateway_charges_sen bigint not null default 0,
  bank_name text,
  payer_parent_id uuid,
  payer_name text,
  payer_email text,
  branch_id uuid not null,
  received_by uuid,
  status text not null default 'paid',
  cancel_reason text,
  cancelled_at timestamptz,
  cancelled_by uuid,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint payment_pkey primary key (id),
  constraint payment_number_key unique (number),
  constraint payment_public_code_key unique (public_code),
  constraint payment_attempt_id_key unique (attempt_id),
  constraint payment_gateway_transaction_key unique (gateway, gateway_environment, gateway_transaction_id),
  constraint payment_attempt_id_fkey foreign key (attempt_id) references payment_attempt (id),
  constraint payment_payer_parent_id_fkey foreign key (payer_parent_id) references parent (id),
  constraint payment_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint payment_method_check check (method in ('fpx','chip','cash','bank_transfer')),
  constraint payment_amount_sen_check check (amount_sen > 0),
  constraint payment_status_check check (status in ('pending','paid','failed','cancelled')),
  constraint payment_cancel_reason_check check (status <> 'cancelled' or cancel_reason is not null)
);
create index payment_paid_on_idx on payment (paid_on desc, id desc);
create index payment_branch_id_idx on payment (branch_id);
create index payment_payer_parent_id_idx on payment (payer_parent_id);

create table payment_allocation (
  payment_id uuid not null,
  invoice_id uuid not null,
  amount_sen bigint not null,
  reversed_at timestamptz,
  constraint payment_allocation_pkey primary key (payment_id, invoice_id),
  constraint payment_allocation_payment_id_fkey foreign key (payment_id) references payment (id),
  constraint payment_allocation_invoice_id_fkey foreign key (invoice_id) references invoice (id),
  constraint payment_allocation_amount_sen_check check (amount_sen > 0)
);
create index payment_allocation_invoice_id_idx on payment_allocation (invoice_id);

-- What a family has paid beyond its invoices; the balance is the sum.
create table credit_entry (
  id uuid not null,
  parent_id uuid not null,
  delta_sen bigint not null,
  reason text not null,
  payment_id uuid,
  invoice_id uuid,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint credit_entry_pkey primary key (id),
  constraint credit_entry_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint credit_entry_payment_id_fkey foreign key (payment_id) references payment (id),
  constraint credit_entry_invoice_id_fkey foreign key (invoice_id) references invoice (id),
  constraint credit_entry_delta_sen_check check (delta_sen <> 0),
  constraint credit_entry_reason_check check (reason in ('overpayment','early_payment','credit_note','applied','refund','adjust'))
);
create index credit_entry_parent_id_idx on credit_entry (parent_id);

create table collection (
  id uuid not null,
  collected_on date not null,
  source text not null,
  payment_id uuid not null,
  branch_id uuid not null,
  method text not null,
  gross_sen bigint not null,
  payer_fee_sen bigint not null default 0,
  tenant_fee_sen bigint not null default 0,
  net_sen bigint not null,
  settles_on date,
  payout_id uuid,
  status text not null default 'collected',
  created_at timestamptz not null default now(),
  constraint collection_pkey primary key (id),
  constraint collection_payment_id_key unique (payment_id),
  constraint collection_payment_id_fkey foreign key (payment_id) references payment (id),
  constraint collection_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint collection_source_check check (source in ('invoice','infaq','zakat','credit_topup','subscription')),
  constraint collection_status_check check (status in ('collected','settled','paid_out','reversed')),
  constraint collection_net_sen_check check (net_sen = gross_sen - payer_fee_sen - tenant_fee_sen),
  constraint collection_gross_sen_check check (gross_sen > 0)
);
create index collection_collected_on_idx on collection (collected_on desc, id desc);

create table payment_option (
  id uuid not null,
  method text not null,
  label text not null,
  enabled boolean not null default true,
  min_sen bigint,
  max_sen bigint,
  instructions text,
  sort_order integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payment_option_pkey primary key (id),
  constraint payment_option_method_key unique (method),
  constraint payment_option_method_check check (method in ('fpx_b2c','fpx_b2b1','chip','cash','bank_transfer'))
);
`)
    .execute(db)
}
