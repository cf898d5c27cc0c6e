import { type Kysely, sql } from 'kysely'
import { searchIndex } from './search-index.ts'

/**
 * Payments by every way, the collections book, and bank statements. Rows of money are never deleted; tenant-schema.ts
 * says what the organisation's role may change in them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- The organisation's own account with CHIP, at most one. Only the sealed keys are secret.
create table chip_account (
  id uuid not null,
  brand_id text not null,
  mode text not null,
  test_key_sealed text,
  live_key_sealed text,
  methods text[] not null default '{}',
  public_key text,
  hook_id text,
  hook_key text,
  checked_at timestamptz,
  fault text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint chip_account_pkey primary key (id),
  constraint chip_account_mode_check check (mode in ('test','live')),
  constraint chip_account_key_check
    check (case mode when 'test' then test_key_sealed else live_key_sealed end is not null),
  constraint chip_account_checked_check check (checked_at is not null or (methods = '{}' and public_key is null))
);
create unique index chip_account_one_key on chip_account ((true));

-- One attempt to pay through a gateway, with a snapshot of what it was to pay.
create table payment_attempt (
  id uuid not null,
  order_no text not null,
  public_code text not null,
  -- What it is for; a gift has no invoices.
  purpose text not null default 'invoice',
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
  -- The gateway's own time of the transaction, by which the bank finds it.
  gateway_transaction_at timestamptz,
  response_code text,
  bank_reference text,
  -- What CHIP has made of the attempt, once it has said so.
  purchase_id text,
  checkout_url text,
  requested_at timestamptz not null default now(),
  -- When the payer left for the bank.
  sent_at timestamptz,
  responded_at timestamptz,
  -- The payer gave up while an approver was still to confirm: FPX is still asked, but the invoice is not held again.
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
  constraint payment_attempt_purchase_id_key unique (purchase_id),
  constraint payment_attempt_gateway_check check (gateway in ('fpx','chip')),
  constraint payment_attempt_model_check check (model in ('B2C','B2B1')),
  constraint payment_attempt_amount_sen_check check (amount_sen > 0),
  constraint payment_attempt_state_check check (
    state in ('created','redirected','pending','awaiting_approval','paid','failed','cancelled','timed_out',
    'expired','needs_review')),
  constraint payment_attempt_purpose_check check (purpose in ('invoice','donation'))
);
create index payment_attempt_requested_at_idx on payment_attempt (requested_at desc, id desc);
-- Few rows of many, counted in the menu of each page.
create index payment_attempt_review_idx on payment_attempt (requested_at) where review_reason is not null;
create index payment_attempt_gateway_transaction_id_idx on payment_attempt (gateway_transaction_id)
  where gateway_transaction_id is not null;

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

-- A cashier's drawer at the counter, from opening to the counted close.
create table cash_drawer (
  id uuid not null,
  branch_id uuid not null,
  user_id uuid not null,
  opened_on date not null,
  opened_at timestamptz not null default now(),
  float_sen bigint not null,
  status text not null default 'open',
  -- Counted minus expected, over all methods; null until it is counted.
  difference_sen bigint,
  difference_reason text,
  counted_by uuid,
  counted_at timestamptz,
  confirmed_by uuid,
  confirmed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint cash_drawer_pkey primary key (id),
  constraint cash_drawer_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint cash_drawer_user_id_fkey foreign key (user_id) references user_account (id),
  constraint cash_drawer_counted_by_fkey foreign key (counted_by) references user_account (id),
  constraint cash_drawer_confirmed_by_fkey foreign key (confirmed_by) references user_account (id),
  constraint cash_drawer_float_sen_check check (float_sen >= 0),
  constraint cash_drawer_status_check check (status in ('open','awaiting_confirmation','closed')),
  constraint cash_drawer_counted_check check (
    (status = 'open') = (counted_at is null) and (counted_at is null) = (counted_by is null)
    and (counted_at is null) = (difference_sen is null)),
  -- Nobody confirms their own missing money.
  constraint cash_drawer_confirmed_check check (
    (confirmed_at is null) = (confirmed_by is null) and confirmed_by <> user_id and confirmed_by <> counted_by
    and (status <> 'awaiting_confirmation' or confirmed_at is null)),
  constraint cash_drawer_difference_reason_check check (
    difference_reason is null or char_length(difference_reason) between 10 and 300)
);
create unique index cash_drawer_open_key on cash_drawer (user_id) where status = 'open';
create index cash_drawer_opened_at_idx on cash_drawer (opened_at desc, id desc);
create index cash_drawer_branch_id_idx on cash_drawer (branch_id);

-- Cash put into or taken out of a drawer other than by payments.
create table cash_drawer_move (
  id uuid not null,
  drawer_id uuid not null,
  -- Negative: taken out.
  delta_sen bigint not null,
  reason text not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  constraint cash_drawer_move_pkey primary key (id),
  constraint cash_drawer_move_drawer_id_fkey foreign key (drawer_id) references cash_drawer (id),
  constraint cash_drawer_move_created_by_fkey foreign key (created_by) references user_account (id),
  constraint cash_drawer_move_delta_sen_check check (delta_sen <> 0),
  constraint cash_drawer_move_reason_check check (char_length(reason) between 10 and 300)
);
create index cash_drawer_move_drawer_id_idx on cash_drawer_move (drawer_id);

-- Expected and counted when the drawer was counted; later cancellations change nothing here.
create table cash_drawer_count (
  drawer_id uuid not null,
  method text not null,
  expected_sen bigint not null,
  counted_sen bigint not null,
  constraint cash_drawer_count_pkey primary key (drawer_id, method),
  constraint cash_drawer_count_drawer_id_fkey foreign key (drawer_id) references cash_drawer (id),
  constraint cash_drawer_count_method_check
    check (method in ('cash','bank_transfer','cheque','card_terminal','duitnow_qr')),
  constraint cash_drawer_count_counted_sen_check check (counted_sen >= 0)
);

create table payment (
  id uuid not null,
  number text not null,
  public_code text not null,
  method text not null,
  paid_on date not null,
  -- The day the bank names, when the payment is dated otherwise because that month was closed.
  bank_day date,
  -- Why it is dated before its invoice.
  early_reason text,
  amount_sen bigint not null,
  payer_fee_sen bigint not null default 0,
  -- Cash received is amount_sen + rounding_sen.
  rounding_sen bigint not null default 0,
  -- Cash that was handed over, if entered.
  given_sen bigint,
  reference_no text,
  bank_batch_reference text,
  attempt_id uuid,
  -- The attempt that the bank debited a second time; the second debit is a payment of its own.
  second_debit_of uuid,
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
  drawer_id uuid,
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
  constraint payment_second_debit_of_fkey foreign key (second_debit_of) references payment_attempt (id),
  constraint payment_drawer_id_fkey foreign key (drawer_id) references cash_drawer (id),
  constraint payment_method_check
    check (method in ('fpx','chip','cash','bank_transfer','cheque','card_terminal','duitnow_qr')),
  constraint payment_amount_sen_check check (amount_sen > 0),
  constraint payment_status_check check (status in ('pending','paid','failed','cancelled')),
  constraint payment_cancel_reason_check check (status <> 'cancelled' or cancel_reason is not null),
  constraint payment_early_reason_check check (char_length(early_reason) between 10 and 300),
  constraint payment_second_debit_of_check check (second_debit_of is null or (attempt_id is null and method = 'fpx')),
  constraint payment_rounding_sen_check
    check (rounding_sen = 0 or (rounding_sen between -2 and 2 and method = 'cash')),
  constraint payment_given_sen_check
    check (given_sen is null or (method = 'cash' and given_sen >= amount_sen + rounding_sen))
);
create index payment_paid_on_idx on payment (paid_on desc, id desc);
create index payment_branch_id_idx on payment (branch_id);
create index payment_payer_parent_id_idx on payment (payer_parent_id);
create index payment_second_debit_of_idx on payment (second_debit_of) where second_debit_of is not null;
create index payment_reference_no_idx on payment (lower(reference_no)) where reference_no is not null;
create index payment_transfer_reference_idx on payment ((upper(regexp_replace(reference_no, '[^[:alnum:]]', '', 'g'))))
  where reference_no is not null;
create index payment_drawer_id_idx on payment (drawer_id) where drawer_id is not null;
${searchIndex('payment', ['number', 'payer_name', 'reference_no', 'gateway_transaction_id', 'gateway_order_no'])}
create trigger payment_paid_on_month before insert or update of paid_on on payment
  for each row execute function refuse_closed_month('paid_on');

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

-- What was printed on a receipt when it was issued and may be different elsewhere today: letterhead, names, and what
-- each invoice owed before and after. The organisation's role may insert and read here, never change or remove.
create table receipt (
  payment_id uuid not null,
  content jsonb not null,
  issued_at timestamptz not null default now(),
  constraint receipt_pkey primary key (payment_id),
  constraint receipt_payment_id_fkey foreign key (payment_id) references payment (id)
);

-- Money received, day by day; money that is taken back is a line of its own with a negative amount. Each row has a
-- counterpart in platform.ledger.
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
  -- As platform.ledger says; no foreign key leads from an organisation to the platform.
  payout_id uuid,
  status text not null default 'collected',
  created_at timestamptz not null default now(),
  constraint collection_pkey primary key (id),
  constraint collection_payment_id_fkey foreign key (payment_id) references payment (id),
  constraint collection_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint collection_source_check
    check (source in ('invoice','infaq','zakat','credit_topup','subscription','rounding')),
  constraint collection_status_check
    check (status in ('collected','settled','paid_out','reversed','refunded','rounded')),
  constraint collection_net_sen_check check (net_sen = gross_sen - payer_fee_sen - tenant_fee_sen),
  constraint collection_gross_sen_check check (case when source = 'rounding'
    then gross_sen <> 0 and gross_sen between -2 and 2 and status in ('rounded','reversed')
    else status <> 'rounded' and
      ((gross_sen > 0 and status <> 'refunded') or (gross_sen < 0 and status in ('reversed','refunded'))) end)
);
create index collection_collected_on_idx on collection (collected_on desc, id desc);
-- The line that takes back a cancelled payment, on the day it was cancelled.
create index collection_reversal_idx on collection (collected_on desc, id desc) where gross_sen < 0;
create index collection_payout_id_idx on collection (payout_id) where payout_id is not null;
-- A payment has one line, one that takes it back, and the same for its rounding; refunds may be several.
create unique index collection_payment_id_key on collection (payment_id, (source = 'rounding'), (gross_sen < 0))
  where status <> 'refunded';
create index collection_payment_id_idx on collection (payment_id);
create trigger collection_collected_on_month before insert or update of collected_on on collection
  for each row execute function refuse_closed_month('collected_on');

-- Which column of a bank's sheet means what, as someone has said once.
create table bank_layout (
  id uuid not null,
  name text not null,
  -- In their order, without case and punctuation.
  headings text not null,
  columns jsonb not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  constraint bank_layout_pkey primary key (id),
  constraint bank_layout_headings_key unique (headings),
  constraint bank_layout_name_check check (char_length(name) between 1 and 60)
);

create table bank_statement (
  id uuid not null,
  file_name text not null,
  format text not null,
  -- Null: the whole organisation.
  branch_id uuid,
  -- The bank and the end of the account number, if known.
  bank text,
  account_end text,
  from_on date,
  until_on date,
  -- If the file says so.
  opening_sen bigint,
  closing_sen bigint,
  credit_sen bigint not null default 0,
  debit_sen bigint not null default 0,
  line_count integer not null default 0,
  -- Rows of the file that are not transactions.
  skipped integer not null default 0,
  -- The first row at which the balance does not follow from the one before.
  broken_row integer,
  -- Rows of a sheet until someone has said what its columns mean.
  rows jsonb,
  heading integer,
  columns jsonb,
  status text not null,
  error_code text,
  -- Why the last undo was refused: lines that stand in the way, or a code.
  blocked integer[],
  undo_code text,
  finished_at timestamptz,
  undone_by uuid,
  undone_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint bank_statement_pkey primary key (id),
  constraint bank_statement_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint bank_statement_format_check check (format in ('csv','xlsx','mt940','camt053')),
  constraint bank_statement_status_check check
    (status in ('uploaded','matching','ready','failed','undoing','undone')),
  constraint bank_statement_rows_check check ((rows is not null) = (status = 'uploaded'))
);
create index bank_statement_created_at_idx on bank_statement (created_at desc);

create table bank_line (
  id uuid not null,
  statement_id uuid not null,
  -- As a person would count in the file.
  number integer not null,
  booked_on date not null,
  side text not null,
  amount_sen bigint not null,
  balance_sen bigint,
  payer_name text,
  reference text,
  description text not null default '',
  -- Identifies the line, and the occurrence among identical ones in one file.
  fingerprint text not null,
  occurrence integer not null,
  -- The line of an earlier statement that this one repeats.
  repeats_id uuid,
  status text not null default 'new',
  -- How much of it is in payments.
  assigned_sen bigint not null default 0,
  -- It was matched automatically.
  by_itself boolean not null default false,
  -- The most likely payer, and the evidence for it.
  parent_id uuid,
  evidence jsonb not null default '[]',
  reason text,
  decided_by uuid,
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint bank_line_pkey primary key (id),
  constraint bank_line_statement_id_fkey foreign key (statement_id) references bank_statement (id) on delete cascade,
  constraint bank_line_repeats_id_fkey foreign key (repeats_id) references bank_line (id),
  constraint bank_line_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint bank_line_side_check check (side in ('credit','debit')),
  constraint bank_line_amount_sen_check check (amount_sen > 0),
  constraint bank_line_status_check check
    (status in ('new','suggested','unmatched','matched','ignored','debit','repeated','undone')),
  constraint bank_line_debit_check
    check ((status = 'debit') = (side = 'debit' and status not in ('repeated','undone'))),
  constraint bank_line_repeated_check check ((repeats_id is not null) = (status = 'repeated')),
  constraint bank_line_reason_check check ((reason is not null) = (status = 'ignored')),
  -- Each sen of it is in a payment, is ignored or is open: never two of these.
  constraint bank_line_assigned_check check (assigned_sen between 0 and amount_sen
    and (status = 'matched') = (assigned_sen = amount_sen)
    and (assigned_sen = 0 or status in ('matched','suggested','unmatched','ignored')))
);
create index bank_line_statement_id_idx on bank_line (statement_id, number);
create index bank_line_status_idx on bank_line (statement_id, status, number);
create index bank_line_repeats_id_idx on bank_line (repeats_id) where repeats_id is not null;
-- A line of a bank exists once, however many files repeat it.
create unique index bank_line_fingerprint_key on bank_line (fingerprint, occurrence)
  where status not in ('repeated','undone');

-- The payments that a line of a bank statement became.
create table bank_line_payment (
  payment_id uuid not null,
  line_id uuid not null,
  amount_sen bigint not null,
  created_at timestamptz not null default now(),
  -- Set when the payment was cancelled; its amount is open again.
  released_at timestamptz,
  constraint bank_line_payment_pkey primary key (payment_id),
  constraint bank_line_payment_payment_id_fkey foreign key (payment_id) references payment (id),
  constraint bank_line_payment_line_id_fkey foreign key (line_id) references bank_line (id),
  constraint bank_line_payment_amount_sen_check check (amount_sen > 0)
);
create index bank_line_payment_line_id_idx on bank_line_payment (line_id);

-- A family's proof of a transfer for an invoice: the file, what the family says, and what the office decided. The
-- sender may have no account.
create table transfer_slip (
  id uuid not null,
  invoice_id uuid not null,
  amount_sen bigint not null,
  paid_on date not null,
  reference_no text not null,
  file_id uuid,
  -- Of the file as it was sent, even when it is deleted later.
  file_hash text not null,
  status text not null default 'requested',
  requested_by uuid,
  requested_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  payment_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint transfer_slip_pkey primary key (id),
  constraint transfer_slip_invoice_id_fkey foreign key (invoice_id) references invoice (id),
  constraint transfer_slip_file_id_fkey foreign key (file_id) references stored_file (id),
  constraint transfer_slip_requested_by_fkey foreign key (requested_by) references user_account (id),
  constraint transfer_slip_decided_by_fkey foreign key (decided_by) references user_account (id),
  constraint transfer_slip_payment_id_fkey foreign key (payment_id) references payment (id),
  constraint transfer_slip_amount_sen_check check (amount_sen > 0),
  constraint transfer_slip_reference_no_check check (char_length(reference_no) between 1 and 50),
  constraint transfer_slip_file_hash_check check (file_hash ~ '^[0-9a-f]{64}$'),
  constraint transfer_slip_status_check check (status in ('requested','confirmed','rejected','withdrawn')),
  constraint transfer_slip_decided_check check ((decided_at is null) = (status = 'requested')),
  constraint transfer_slip_payment_check check ((payment_id is not null) = (status = 'confirmed')),
  constraint transfer_slip_reason_check check ((decision_reason is not null) = (status = 'rejected')),
  -- Whoever sent the slip cannot confirm that the money arrived.
  constraint transfer_slip_four_eyes_check check (
    status <> 'confirmed' or (decided_by is not null and decided_by is distinct from requested_by))
);
create index transfer_slip_invoice_id_idx on transfer_slip (invoice_id);
create unique index transfer_slip_open_key on transfer_slip (invoice_id, file_hash) where status = 'requested';
create index transfer_slip_payment_id_idx on transfer_slip (payment_id) where payment_id is not null;
create index transfer_slip_file_hash_idx on transfer_slip (file_hash);
-- References are compared without case and punctuation.
create index transfer_slip_reference_idx on transfer_slip
  ((upper(regexp_replace(reference_no, '[^[:alnum:]]', '', 'g'))));
create index transfer_slip_waiting_idx on transfer_slip (invoice_id) where status = 'requested';
`)
    .execute(db)
}
